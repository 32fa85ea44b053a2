// Checks that follow from the request schemas: each constraining keyword on both sides of its bound.
import { describeResponse, type Exchange } from '../base/exchange.ts'
import { at, equal, isObject, type Json, type JsonObject } from '../base/json.ts'
import {
  applyOverlay,
  clausesOf,
  eachSchema,
  type Operation,
  type Resource,
  type Schema,
} from '../contract/index.ts'
import { type BoundaryItem, boundary, type ViolationClass, violations } from '../generate/index.ts'
import { isAccepted } from '../oracle/index.ts'
import type { State } from './given.ts'
import { differences, echoed, mustRefuse, set } from './laws/index.ts'
import { operationRequest } from './operation-request.ts'
import { isOptionalNull, nullLeavesUnchanged } from './optional-null.ts'
import { invalid, type Request } from './request.ts'
import type { StreamHandle } from './stream-handle.ts'
import type { Check } from './suite.ts'
import type { Tester } from './tester.ts'

/** Names of the clauses that an operation's request schema carries. */
export function derivedClauses(operation: Operation): ReadonlySet<string> {
  const ids = new Set<string>()
  if (operation.request !== null)
    eachSchema(operation.request, (schema) => {
      for (const id of Object.values(clausesOf(schema))) ids.add(id)
    })
  return ids
}

/** Bounds: every value on the inner side is accepted, every one on the outer side is refused. */
export function boundaryCheck(operation: Operation): Check {
  return async (tester) => {
    const bench = await benchOf(operation, tester)
    const cases = await tester.once(`boundaries of ${operation.name}`, async () =>
      boundary(bench.schema, { base: bench.valid }),
    )
    let tried = 0
    for (const item of cases) {
      if (clausesOf(item.schema as Json)[item.keyword] !== tester.clause.id) continue
      // Which state may become which is the matter of its transitions.
      if (item.valid && bench.generic?.resource.states.has(item.place)) continue
      if (!item.valid) {
        if (removesInMerge(bench, item.value)) continue
        if (isOptionalNull(bench.schema, item.pointer, item.value)) {
          const [, member = '', ...inner] = item.pointer.split('/')
          if (bench.stream === null || inner.length > 0) continue
          tried += 1
          await nullLeavesUnchanged(tester, member)
          continue
        }
        tried += 1
        const exchange = await tester.call(invalid(bench.request(item.value)))
        if (exchange.response !== null) tester.coverage.outside(operation.name, item)
        refused(tester, bench, exchange)
      } else if ((bench.generic === null ? bounds : plainBounds).includes(item.keyword)) {
        tried += 1
        await acceptInside(tester, bench, item)
      }
    }
    if (tried === 0) tester.inapplicable('no keyword of the clause has a bound')
  }
}

// Their inner side promises acceptance. That of others does not: not every string is an address that a tenant takes.
const bounds: readonly string[] = ['minLength', 'maxLength', 'enum']
// Where the schema is all that there is to say of a request.
const plainBounds: readonly string[] = [
  ...bounds,
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minItems', 'maxItems'],
]

// In a merge patch null asks to remove what it names (RFC 7396), whether it is there or not.
function removesInMerge({ generic, valid }: Bench, value: Json): boolean {
  if (generic === null || generic.resource.patch !== 'merge' || generic.operation.act !== 'update')
    return false
  const nulls = (text: Json): number => JSON.stringify(text).split('null').length
  return nulls(value) > nulls(valid)
}

function refused(tester: Tester, { generic, control }: Bench, exchange: Exchange): void {
  if (generic === null) tester.must.refuse(exchange, { control })
  else mustRefuse(tester, generic.operation, exchange, control, 'invalid')
}

/** Random violations of the clause's keywords, each in one place, are refused. */
export function violationCheck(operation: Operation): Check {
  return async (tester) => {
    const bench = await benchOf(operation, tester)
    const all = await tester.once(`violations of ${operation.name}`, async () =>
      violations(bench.schema, { base: bench.valid }),
    )
    const classes = all.filter((item) => clausesOf(item.schema as Json)[item.keyword] === tester.clause.id)
    if (classes.length === 0) tester.inapplicable('no keyword of the clause can be violated in one place')
    const runs = Math.max(1, Math.ceil(tester.examples / classes.length))
    for (const item of classes) await violate(tester, bench, item, runs)
  }
}

async function violate(tester: Tester, bench: Bench, item: ViolationClass, runs: number): Promise<void> {
  await tester.forAll(
    item.arbitrary,
    async (value) => {
      if (isOptionalNull(bench.schema, item.pointer, value) || removesInMerge(bench, value)) return
      const exchange = await tester.call(invalid(bench.request(value)))
      if (exchange.response !== null) tester.coverage.outside(tester.clause.operation, item)
      refused(tester, bench, exchange)
    },
    runs,
  )
}

/** What the cases of one operation are sent to: a valid instance to vary in one point, known to be accepted. */
interface Bench {
  readonly schema: Schema
  /** The same for all checks of the operation, so that its cases are generated once. */
  readonly valid: JsonObject
  readonly control: Exchange
  /** What the laws need to compare; null for operations whose requests are made by hand. */
  readonly generic: { readonly operation: Operation; readonly resource: Resource } | null
  /** The stream that is updated; null for the other operations. */
  readonly stream: StreamHandle | null
  /** The request with that body, but for members that are as in `valid` and may not be sent twice. */
  request(body: Json): Request
}

async function benchOf(operation: Operation, tester: Tester): Promise<Bench> {
  return shaped.includes(operation.name) ? benchOfShipped(operation, tester) : benchOfAny(operation, tester)
}

// Whose requests are made by hand.
const shaped = ['phone-templates.update', 'event-streams.create', 'event-streams.update']

async function benchOfAny(operation: Operation, tester: Tester): Promise<Bench> {
  const { subjects, contract, must } = tester
  const resource = subjects.resourceOf(operation)
  const schema = operation.request ?? {}
  const valid = await tester.once(`valid ${operation.name}`, async (shared) =>
    shared.subjects.bodies.of(operation, resource),
  )
  const subject = operation.act === 'create' ? null : await subjects.make(resource)
  const key = subject === null ? await subjects.parentFor(resource) : subject.key
  // What tells the run's own, and what may not be there twice, is another one in each request.
  const fresh = (body: Json): Json => {
    if (!isObject(body)) return body
    const own = subjects.bodies.of(operation, resource)
    return [...(resource.nameAt === null ? [] : [resource.nameAt]), ...resource.unique].reduce<JsonObject>(
      (varied, pointer) => {
        const [is, was, other] = [at(varied, pointer), at(valid, pointer), at(own, pointer)]
        return is !== undefined && equal(is, was) && other !== undefined
          ? set(varied, pointer, other)
          : varied
      },
      body,
    )
  }
  const request = (body: Json): Request => operationRequest(contract, operation, key, fresh(body))
  const control = await tester.call(request(valid))
  must.assume(isAccepted(control), `the valid request to vary was not accepted: ${describeResponse(control)}`)
  tester.coverage.inside(operation.name)
  return { schema, valid, control, stream: null, request, generic: { operation, resource } }
}

async function benchOfShipped(operation: Operation, tester: Tester): Promise<Bench> {
  const { given, must, knowledge } = tester
  if (tester.clause.name === 'state-values') given.stateField()
  const schema = applyOverlay(operation.request ?? {}, knowledge.overlay, 'request')
  const valid = await tester.once(`valid ${operation.name}`, async () => validBody(operation, tester))
  // A name may have to be unique.
  const renamed = (body: Json): Json =>
    isObject(body) && body.name === valid.name && 'name' in body ? { ...body, name: given.name() } : body
  let stream: StreamHandle | null = null
  let request: Bench['request']
  if (operation.name === 'phone-templates.update') {
    request = (body) => given.templatesBody(body)
  } else if (operation.name === 'event-streams.create') request = (body) => given.creation(renamed(body))
  else {
    const updated = await tester.existing.stream()
    stream = updated
    // The state that a stream already has may be refused (part 3 does not show it): it is sent only where it is varied.
    request = (body) =>
      given.update(updated, withoutState(renamed(body), valid, knowledge.forwardingStateField))
  }
  const control = await tester.call(request(valid))
  must.assume(isAccepted(control), `the valid request to vary was not accepted: ${describeResponse(control)}`)
  tester.coverage.inside(operation.name)
  return { schema, valid, control, stream, request, generic: null }
}

function withoutState(body: Json, valid: JsonObject, field: string | null): Json {
  if (field === null || !isObject(body) || !equal(body[field], valid[field])) return body
  return Object.fromEntries(Object.entries(body).filter(([member]) => member !== field))
}

function validBody({ name }: Operation, { given, knowledge }: Tester): JsonObject {
  if (name === 'phone-templates.update') return { ...given.templateMessages() }
  // Two subscriptions where two event types are known, so that each element is varied.
  const subscriptions = given.subscriptions()[2] ?? given.subscriptions()[0]
  return {
    ...given.streamBody({ subscriptions }),
    ...(knowledge.forwardingStateField === null ? {} : given.state('enabled')),
  }
}

async function acceptInside(tester: Tester, bench: Bench, { place, value }: BoundaryItem): Promise<void> {
  const { must, call, knowledge } = tester
  if (bench.generic !== null) return acceptAny(tester, bench, bench.generic, value)
  const field = knowledge.forwardingStateField
  if (bench.stream !== null && field !== null && isObject(value) && place === `/${field}`)
    return acceptState(tester, bench, value[field] === 'disabled' ? 'disabled' : 'enabled')
  const sent = isObject(value) && value.name !== bench.valid.name ? withName(tester, value) : value
  const exchange = await call(bench.request(sent))
  const body = must.accept(exchange, { control: bench.control })
  if (!isObject(sent)) return
  // Accepted but cut off, or replaced, is not accepted. Members that were not varied are other clauses' matter.
  const varied = Object.entries(sent).filter(([member, expected]) => !equal(expected, bench.valid[member]))
  must.beAsSent({ exchange, body }, Object.fromEntries(varied), { control: bench.control })
}

async function acceptAny(
  tester: Tester,
  bench: Bench,
  { operation, resource }: NonNullable<Bench['generic']>,
  value: Json,
): Promise<void> {
  const request = bench.request(value)
  const exchange = await tester.call(request)
  const body = tester.must.accept(exchange, { control: bench.control })
  if (!isObject(request.body) || exchange.response?.body === '') return
  // Accepted but cut off, or replaced, is not accepted. Members that were not varied are other clauses' matter.
  const varied = Object.fromEntries(
    Object.entries(echoed(operation, resource, request.body)).filter(
      ([member, expected]) => !equal(expected, bench.valid[member]),
    ),
  )
  const [first] = differences(resource, varied, body)
  tester.must.that(first === undefined, 'What was sent does not come back as it was sent.', {
    expected: `${first?.pointer} ${JSON.stringify(first?.expected)}`,
    received: JSON.stringify(first?.shown) ?? 'nothing',
    exchange,
    control: bench.control,
  })
}

// A state is sent to a stream that is in the other one.
async function acceptState(tester: Tester, bench: Bench, state: State): Promise<void> {
  const { must, given, existing } = tester
  const stream = await existing.stream(given.state(state === 'enabled' ? 'disabled' : 'enabled'))
  const sent = given.state(state)
  const seen = await stream.update(sent)
  must.accept(seen.exchange, { control: bench.control })
  must.beAsSent(seen, sent, { control: bench.control })
}

// Another name of the same length, as a name may have to be unique at the tenant.
function withName({ given }: Tester, value: JsonObject): JsonObject {
  if (typeof value.name !== 'string') return value
  return { ...value, name: given.nameOfLength([...value.name].length) }
}

/** Seed of a clause in a run: the run's seed and the clause's id, so that the order of checks does not matter. */
export function seedOf(clause: string, seed: number): number {
  let hash = seed | 0
  for (const character of clause) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0
  return hash
}
