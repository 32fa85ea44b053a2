// The bench of an operation: a valid request that is known to be accepted, of which the cases of its schema vary one point.

import type { Phase } from '../../base/event.ts'
import { at, equal, isObject, type Json, type JsonObject } from '../../base/json.ts'
import {
  applyOverlay,
  clausesOf,
  eachSchema,
  type Operation,
  openPropertyOf,
  type Resource,
  type Schema,
  schemaAt,
} from '../../contract/index.ts'
import { type Attempt, conforms, NotRun, notAccepted } from '../../oracle/index.ts'
import { fixture } from '../fixture.ts'
import { operationRequest } from '../requests/operation-request.ts'
import type { Request } from '../requests/request.ts'
import { lifeOf, nameIn } from '../resources/kind.ts'
import { type Subject, set } from '../subjects/index.ts'
import type { Tester } from '../tester.ts'

export interface Bench {
  readonly operation: Operation
  readonly resource: Resource
  readonly schema: Schema
  /** Whether the schema is all that there is to say of a request: no driver says what else it needs. */
  readonly plain: boolean
  /** The same for all checks of the operation, so that its cases are generated once. */
  readonly valid: JsonObject
  readonly control: Attempt
  /** What the requests change; null where each makes one of its own, or nothing reads what they change. */
  readonly subject: Subject | null
  /** The request with that body, but for members that are as in `valid` and may not be sent twice. */
  request(body: Json): Request
  /** The body with another name of the same length where its name was varied, as it may have to be unique. */
  named(body: Json): Json
}

/**
 * The bench of an operation, set up once for all checks: what is refused leaves it as it is.
 * @param apart the phase of checks that look at what is left of it, which get one of their own
 * @throws Inconclusive where the tenant does not accept the valid request
 * @throws NotRun where nothing makes what the operation works on
 */
export async function benchOf(operation: Operation, tester: Tester, apart?: Phase): Promise<Bench> {
  requireKnown(tester, operation)
  const bench = await tester.use(benches, operation, apart)
  tester.coverage.inside(operation.name)
  return bench
}

const benches = fixture(
  ({ name }: Operation, apart: Phase | undefined) =>
    `bench of ${name}${apart === undefined ? '' : ` for ${apart}`}`,
  setUp,
)

const validBodies = fixture(
  ({ name }: Operation) => `valid ${name}`,
  async ({ subjects, drivers }, operation): Promise<JsonObject> => {
    const resource = subjects.resourceOf(operation)
    return drivers.named(resource.name).whole?.(operation) ?? subjects.bodies.of(operation, resource)
  },
)

async function setUp(tester: Tester, operation: Operation): Promise<Bench> {
  const { subjects, contract, knowledge, requests, drivers } = tester
  const resource = subjects.resourceOf(operation)
  const driver = drivers.named(resource.name)
  const plain = driver.body === undefined
  const schema = applyOverlay(operation.request ?? {}, knowledge.overlay, 'request')
  const valid = await tester.use(validBodies, operation)
  const { key, subject } = await targetFor(operation, resource, tester)
  // What tells the run's own, and what may not be there twice, is another one in each request.
  const own = [...(resource.nameAt === null ? [] : [resource.nameAt]), ...resource.unique]
  const fresh = (body: JsonObject): JsonObject => {
    const made = subjects.bodies.of(operation, resource)
    return own.reduce<JsonObject>((varied, pointer) => {
      const [is, was, other] = [at(varied, pointer), at(valid, pointer), at(made, pointer)]
      return is !== undefined && equal(is, was) && other !== undefined ? set(varied, pointer, other) : varied
    }, body)
  }
  // The state that is there already may be refused: it is sent only where it is varied.
  const state = operation.act === 'update' ? subjects.stateOf(resource) : null
  const stateless = (body: JsonObject): JsonObject =>
    state === null || !equal(body[state.member], valid[state.member])
      ? body
      : Object.fromEntries(Object.entries(body).filter(([member]) => member !== state.member))
  const request = (body: Json): Request =>
    operationRequest(contract, operation, key, isObject(body) ? stateless(fresh(body)) : body)
  const named = (body: Json): Json => {
    const { nameAt } = resource
    const name = isObject(body) ? nameIn({ resource }, body) : undefined
    if (!isObject(body) || nameAt === null || name === undefined || equal(at(valid, nameAt), name))
      return body
    const other = requests.nameOfLength([...name].length)
    return conforms(schemaAt(schema, nameAt) ?? {}, other) ? set(body, nameAt, other) : body
  }
  const control = await tester.call(request(valid))
  if (!control.accepted) throw notAccepted('the valid request to vary was not accepted', control)
  return { operation, resource, schema, plain, valid, control, subject, request, named }
}

interface Target {
  readonly key: string
  readonly subject: Subject | null
}

async function targetFor(operation: Operation, resource: Resource, tester: Tester): Promise<Target> {
  const { subjects, contract } = tester
  if (operation.act === 'create') return { key: await subjects.parentFor(resource), subject: null }
  // What there is one of is saved by the first request that may change it.
  if (resource.singleton && lifeOf(contract, resource, 'read') === null) return { key: '', subject: null }
  const all = resource.singleton ? null : tester.resource(resource.name)
  // Those of a driver are calibrated: what of them is shown truly is known.
  const subject = await (all?.isDriven ? all.any() : subjects.make(resource))
  return { key: subject.key, subject }
}

/** Throws NotRun where the keywords of the clause are those of a member whose name is not known. */
function requireKnown({ clause, contract, knowledge }: Tester, { request }: Operation): void {
  eachSchema(request ?? {}, (one) => {
    const open = openPropertyOf(one)
    if (open === null || knowledge.overlay.has(open.point)) return
    if (!Object.values(clausesOf(open.schema)).includes(clause.id)) return
    const point = contract.openPoints.find(({ id }) => id === open.point)
    const declared = point?.declaredAt?.slice(1).replaceAll('/', '.') ?? `openPoints.${open.point}`
    throw new NotRun(`${point?.question ?? open.point} Declare ${declared} in the profile`)
  })
}
