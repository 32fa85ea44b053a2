// Checks that follow from the request schemas: each constraining keyword on both sides of its bound.
import fc from 'fast-check'
import { equal, isObject, type Json, type JsonObject } from '../base/json.ts'
import { applyOverlay, clausesOf, eachSchema, type Operation, type Schema } from '../contract/index.ts'
import { boundary, type ViolationClass, violations } from '../generate/index.ts'
import { isAccepted } from '../oracle/index.ts'
import { comparedDestination } from './given.ts'
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
    const cases = boundary(bench.schema, { base: bench.valid }).filter(
      (item) => clausesOf(item.schema as Json)[item.keyword] === tester.clause.id,
    )
    for (const item of cases) {
      const exchange = await tester.call(
        item.valid ? bench.request(item.value) : invalid(bench.request(item.value)),
      )
      if (item.valid) await acceptInside(tester, bench, item.value, exchange)
      else tester.must.refuse(exchange, { control: bench.control })
    }
  }
}

/** Random violations of the clause's keywords, each in one place, are refused. */
export function violationCheck(operation: Operation): Check {
  return async (tester) => {
    const bench = await benchOf(operation, tester)
    const classes = violations(bench.schema, { base: bench.valid }).filter(
      (item) => clausesOf(item.schema as Json)[item.keyword] === tester.clause.id,
    )
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
      tester.must.refuse(exchange, { control: bench.control })
    },
    runs,
  )
}

/** What the cases of one operation are sent to: a valid instance, known to be accepted, to vary in one point. */
interface Bench {
  readonly schema: Schema
  readonly valid: JsonObject
  readonly control: Awaited<ReturnType<Tester['call']>>
  request(body: Json): Request
}

async function benchOf(operation: Operation, tester: Tester): Promise<Bench> {
  const { given, must } = tester
  if (tester.clause.name === 'state-values') given.stateField()
  const schema = applyOverlay(operation.request ?? {}, tester.knowledge.overlay, 'request')
  const state = tester.knowledge.forwardingStateField === null ? {} : given.state('enabled')
  if (operation.name === 'phone-templates.update') {
    await tester.templates.save()
    const valid = { ...given.templateMessages() }
    const control = await tester.call(given.templatesBody(valid))
    must.suppose(isAccepted(control), 'the valid request to vary was not accepted')
    return { schema, valid, control, request: (body) => given.templatesBody(body) }
  }
  const valid: JsonObject = { ...given.streamBody(), ...state }
  const stream = await tester.existing.stream(valid)
  if (operation.name === 'event-streams.create')
    return {
      schema,
      valid,
      control: stream.created,
      request: (body) => given.creation(fresh(body, valid, given.name())),
    }
  const control = await tester.call(given.update(stream, valid))
  must.suppose(isAccepted(control), 'the valid update to vary was not accepted')
  return { schema, valid, control, request: (body) => given.update(stream, body) }
}

// A name may have to be unique at the tenant: an untouched one is made new for each creation.
function fresh(body: Json, valid: JsonObject, name: string): Json {
  return isObject(body) && body.name === valid.name ? { ...body, name } : body
}

async function acceptInside(
  tester: Tester,
  bench: Bench,
  value: Json,
  exchange: Awaited<ReturnType<Tester['call']>>,
): Promise<void> {
  const body = tester.must.accept(exchange, { control: bench.control })
  // Accepted but cut off, or replaced, is not accepted. Members that were not varied are other clauses' matter.
  if (!isObject(value)) return
  for (const [member, sent] of Object.entries(value)) {
    if (equal(sent, bench.valid[member])) continue
    if (member === 'destination') {
      const { expected, actual } = comparedDestination(sent, body.destination)
      tester.must.equal(actual, expected, member, { exchange, control: bench.control })
    } else tester.must.equal(body[member], sent, member, { exchange, control: bench.control })
  }
}

/** Seed of a clause in a run: the run's seed and the clause's id, so that the order of checks does not matter. */
export function seedOf(clause: string, seed: number): number {
  let hash = seed | 0
  for (const character of clause) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0
  return hash
}

/** Re-exported so that suites draw values without depending on the generator's library. */
export { fc }
