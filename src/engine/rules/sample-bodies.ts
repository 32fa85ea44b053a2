// Valid bodies for checks of stored values: full, minimal, with tricky texts, and random.
import fc from 'fast-check'
import { at, isObject, type Json, type JsonObject } from '../../base/json.ts'
import { type Operation, type Resource, schemaAt } from '../../contract/index.ts'
import { valid } from '../../generate/index.ts'
import type { TestContext } from '../test-context.ts'
import { membersOf, set } from '../under-test/index.ts'

export function chosenBodies(
  context: TestContext,
  operation: Operation,
  resource: Resource,
): readonly JsonObject[] {
  const { bodies } = context.subjects
  const full = bodies.of(operation, resource)
  return [
    full,
    bodies.of(operation, resource, { minimal: true }),
    ...trickyBodies(context, operation, resource),
  ]
}

const tricky = [
  'Ünïcödé ß',
  '漢字 🚀',
  'it\'s "quoted" \\ back',
  '<b>&amp;</b>',
  'CASE case',
  ' inner  spaces ',
]

function trickyBodies(context: TestContext, operation: Operation, resource: Resource): readonly JsonObject[] {
  const schema = operation.request ?? {}
  const members = membersOf(schema).filter((member) => takesAnyText(schemaAt(schema, `/${member}`)))
  if (members.length === 0) return []
  // Members are compared separately.
  return tricky.map((text) => {
    const body = context.subjects.bodies.of(operation, resource)
    const texts = members.flatMap((member): [string, Json][] => {
      const { maxLength = 1_000 } = schemaAt(schema, `/${member}`) as { readonly maxLength?: number }
      const marked = resource.nameAt === `/${member}` ? `${String(body[member])} ${text}` : text
      return [...marked].length > maxLength ? [] : [[member, marked]]
    })
    return { ...body, ...Object.fromEntries(texts) }
  })
}

function takesAnyText(schema: Json | undefined): boolean {
  if (!isObject(schema) || schema.type !== 'string') return false
  return !['enum', 'const', 'pattern', 'format'].some((keyword) => keyword in schema)
}

export function drawnBodies(
  context: TestContext,
  operation: Operation,
  resource: Resource,
): readonly JsonObject[] {
  const { seed, examples } = context
  if (examples === 0) return []
  return fc
    .sample(arbitraryBody(operation), { seed, numRuns: examples })
    .flatMap((drawn) => (isObject(drawn) ? [asOwn(context, operation, resource, drawn)] : []))
}

/** Shrinks a body that fails. */
export async function forEachDrawn(
  context: TestContext,
  operation: Operation,
  resource: Resource,
  check: (body: JsonObject) => Promise<void>,
): Promise<void> {
  await context.forAll(
    arbitraryBody(operation),
    async (drawn) => {
      if (isObject(drawn)) await check(asOwn(context, operation, resource, drawn))
    },
    context.examples,
    resource.singleton ? 1 : undefined,
  )
}

const arbitraryBody = ({ request }: Operation): fc.Arbitrary<Json> => valid(request ?? {}, { extras: false })

/** With the run's own name and new unique values. */
function asOwn(
  { subjects }: TestContext,
  operation: Operation,
  resource: Resource,
  drawn: JsonObject,
): JsonObject {
  const { nameAt, unique, serverSet, states } = resource
  const fresh = subjects.bodies.of(operation, resource)
  let body: JsonObject = Object.fromEntries(
    Object.entries(drawn).filter(([member]) => !serverSet.has(`/${member}`) && !states.has(`/${member}`)),
  )
  for (const pointer of [...(nameAt === null ? [] : [nameAt]), ...unique]) {
    const value = at(fresh, pointer)
    const isNamed = operation.act === 'create' && pointer === nameAt
    if (value !== undefined && (isNamed || at(body, pointer) !== undefined)) body = set(body, pointer, value)
  }
  return body
}
