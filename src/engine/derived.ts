// Checks that follow from the request schemas: each constraining keyword on both sides of its bound.
import { describeResponse, type Exchange } from '../base/exchange.ts'
import { equal, isObject, type Json, type JsonObject } from '../base/json.ts'
import { applyOverlay, clausesOf, eachSchema, type Operation, type Schema } from '../contract/index.ts'
import { boundary, type ViolationClass, violations } from '../generate/index.ts'
import { essenceOf, isAccepted } from '../oracle/index.ts'
import { invalid, type Request } from './request.ts'
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
    for (const item of cases) {
      if (clausesOf(item.schema as Json)[item.keyword] !== tester.clause.id) continue
      if (!item.valid) {
        const exchange = await tester.call(invalid(bench.request(item.value)))
        if (exchange.response !== null) tester.coverage.outside(operation.name, item)
        tester.must.refuse(exchange, { control: bench.control })
      } else if (bounds.includes(item.keyword)) await acceptInside(tester, bench, item.value)
    }
  }
}

// Their inner side promises acceptance. That of others does not: not every string is an address that a tenant takes.
const bounds: readonly string[] = ['minLength', 'maxLength', 'enum']

/** Random violations of the clause's keywords, each in one place, are refused. */
export function violationCheck(operation: Operation): Check {
  return async (tester) => {
    const bench = await benchOf(operation, tester)
    const all = await tester.once(`violations of ${operation.name}`, async () =>
      violations(bench.schema, { base: bench.valid }),
    )
    const classes = all.filter((item) => clausesOf(item.schema as Json)[item.keyword] === tester.clause.id)
    if (classes.length === 0) return
    const runs = Math.max(1, Math.ceil(tester.examples / classes.length))
    for (const item of classes) await violate(tester, bench, item, runs)
  }
}

async function violate(tester: Tester, bench: Bench, item: ViolationClass, runs: number): Promise<void> {
  await tester.forAll(
    item.arbitrary,
    async (value) => {
      const exchange = await tester.call(invalid(bench.request(value)))
      if (exchange.response !== null) tester.coverage.outside(tester.clause.operation, item)
      tester.must.refuse(exchange, { control: bench.control })
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
  /** The request with that body; a name that is as in `valid` is made new, as it may have to be unique. */
  request(body: Json): Request
}

async function benchOf(operation: Operation, tester: Tester): Promise<Bench> {
  const { given, must } = tester
  if (tester.clause.name === 'state-values') given.stateField()
  const schema = applyOverlay(operation.request ?? {}, tester.knowledge.overlay, 'request')
  const valid = await tester.once(`valid ${operation.name}`, async () => validBody(operation, tester))
  const fresh = (body: Json): Json =>
    isObject(body) && body.name === valid.name && 'name' in body ? { ...body, name: given.name() } : body
  let request: Bench['request']
  if (operation.name === 'phone-templates.update') {
    await tester.templates.save()
    request = (body) => given.templatesBody(body)
  } else if (operation.name === 'event-streams.create') request = (body) => given.creation(fresh(body))
  else {
    const stream = await tester.existing.stream()
    request = (body) => given.update(stream, fresh(body))
  }
  const control = await tester.call(request(valid))
  must.suppose(
    isAccepted(control),
    `the valid request to vary was not accepted: ${describeResponse(control)}`,
  )
  tester.coverage.inside(operation.name)
  return { schema, valid, control, request }
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

async function acceptInside(tester: Tester, bench: Bench, value: Json): Promise<void> {
  const sent = isObject(value) && value.name !== bench.valid.name ? renamed(tester, value) : value
  const exchange = await tester.call(bench.request(sent))
  const body = tester.must.accept(exchange, { control: bench.control })
  if (!isObject(sent)) return
  for (const [member, expected] of Object.entries(sent)) {
    // Members that were not varied, or are not of their shape, are other clauses' matter.
    const field = tester.knowledge.forwardingStateField
    if (equal(expected, bench.valid[member]) || essenceOf(member, body[member], field) === undefined) continue
    // Accepted but cut off, or replaced, is not accepted.
    tester.must.equal(body[member], expected, member, { exchange, control: bench.control })
  }
}

// Another name of the same length, as a name may have to be unique at the tenant.
function renamed({ given }: Tester, value: JsonObject): JsonObject {
  if (typeof value.name !== 'string') return value
  return { ...value, name: given.nameOfLength([...value.name].length) }
}

/** Seed of a clause in a run: the run's seed and the clause's id, so that the order of checks does not matter. */
export function seedOf(clause: string, seed: number): number {
  let hash = seed | 0
  for (const character of clause) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0
  return hash
}
