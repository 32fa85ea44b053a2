// Makes the request bodies that a run would send.
import { at, type Json, type JsonObject } from '../../src/base/json.ts'
import type { Contract, Operation } from '../../src/contract/index.ts'
import { isNullMeant } from '../../src/engine/requests/meant-null.ts'
import { operationRequest } from '../../src/engine/requests/operation-request.ts'
import { serialise } from '../../src/engine/requests/request.ts'
import { chosenBodies, drawnBodies } from '../../src/engine/rules/fixtures/sample-bodies.ts'
import type { TestContext } from '../../src/engine/test-context.ts'
import { Bodies, type BodiesParts } from '../../src/engine/under-test/request-bodies.ts'
import { boundary } from '../../src/generate/index.ts'

/** Only bodies of the kind `violating` are invalid. */
export type Kind = 'full' | 'minimal' | 'unusual texts' | 'random' | 'at a limit' | 'violating'

export interface SentBody {
  readonly kind: Kind
  readonly body: Json
  readonly keyword?: string
}

const randomBodies = 5

/** @throws NotRun if the generator finds no body */
export function sentBodies(contract: Contract, operation: Operation): readonly SentBody[] {
  const resource = contract.resources.get(operation.resource)
  if (resource === undefined) throw new Error(`no resource ${operation.resource}`)
  let count = 0
  const session = { contract, marker: 'run-0123456789ab', next: () => ++count }
  const none = { taken: new Map(), referenced: new Map(), bodyFacts: new Map() }
  const parts = { ...none, adapters: { named: () => ({}) } } as unknown as BodiesParts
  const bodies = new Bodies(session as unknown as ConstructorParameters<typeof Bodies>[0], parts, 1)
  const context = { seed: 1, examples: randomBodies, subjects: { bodies } } as unknown as TestContext
  const [full = {}, minimal = {}, ...unusual] = chosenBodies(context, operation, resource)
  const made: readonly SentBody[] = [
    { kind: 'full', body: full },
    { kind: 'minimal', body: minimal },
    ...unusual.map((body): SentBody => ({ kind: 'unusual texts', body })),
    ...drawnBodies(context, operation, resource).map((body): SentBody => ({ kind: 'random', body })),
    ...bounds(operation, full),
  ]
  return made.map((one) => ({ ...one, body: whole(contract, operation, one.body) }))
}

function bounds({ request }: Operation, base: JsonObject): readonly SentBody[] {
  const items = boundary(request ?? {}, { base }).filter(
    ({ schema, value, pointer }) => !isNullMeant(schema as JsonObject) || at(value, pointer) !== null,
  )
  return items.map(({ value, valid, keyword, schema }) => ({
    kind: valid ? 'at a limit' : 'violating',
    body: value,
    keyword: keyword === 'format' ? `format ${String((schema as JsonObject).format)}` : keyword,
  }))
}

// This key has more parts than any resource has parents.
const key = 'a/b/c/d/e/f'

/** Adds the envelope of the resource to the body. */
function whole(contract: Contract, operation: Operation, body: Json): Json {
  return JSON.parse(serialise(operationRequest(contract, operation, key, body)) ?? 'null') as Json
}
