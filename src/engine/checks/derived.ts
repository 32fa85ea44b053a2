// Checks that follow from the request schemas: each constraining keyword on both sides of its bound.
import { at, equal, isObject, type Json, typeOf } from '../../base/json.ts'
import { clausesOf, eachSchema, type Operation } from '../../contract/index.ts'
import { type BoundaryItem, boundary, type ViolationClass, violations } from '../../generate/index.ts'
import { differences, echoed, firstProblem } from '../../oracle/index.ts'
import { mustRefuse } from '../laws/index.ts'
import { invalid } from '../requests/request.ts'
import type { StateMember } from '../subjects/index.ts'
import type { Check } from '../suite.ts'
import type { Tester } from '../tester.ts'
import { type Bench, benchOf } from './bench.ts'
import { coercible } from './coercible.ts'
import { isOptionalNull, nullLeavesUnchanged } from './optional-null.ts'

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
    const bench = await benchOf(operation, tester, 'boundaries')
    const cases = await tester.once(`boundaries of ${operation.name}`, async () =>
      boundary(bench.schema, { base: bench.valid }),
    )
    let tried = 0
    const known = new Set<string>()
    for (const item of cases) {
      if (clausesOf(item.schema as Json)[item.keyword] !== tester.clause.id) continue
      // One value of each type is enough where its type alone is wrong.
      const kind =
        item.valid || item.keyword !== 'type'
          ? null
          : `${item.pointer} ${typeOf(at(item.value, item.pointer))}`
      if (kind !== null && known.has(kind)) continue
      if (kind !== null) known.add(kind)
      // Which state may become which is the matter of its transitions.
      if (item.valid && bench.plain && bench.resource.states.has(item.place)) continue
      if (!item.valid) {
        if (removesInMerge(bench, item.value)) continue
        if (isOptionalNull(bench.schema, item.pointer, item.value)) {
          const [, member = '', ...inner] = item.pointer.split('/')
          if (!bench.resource.ignoresNull || operation.act !== 'update' || inner.length > 0) continue
          tried += 1
          await nullLeavesUnchanged(tester, tester.resource(bench.resource.name), member)
          continue
        }
        tried += 1
        for (const value of coercible(item, bench.schema, bench.valid)) {
          const exchange = await tester.call(invalid(bench.request(value)))
          if (exchange.response !== null) tester.coverage.outside(operation.name, item)
          mustRefuse(tester, operation, exchange, bench.control, 'invalid', () =>
            firstProblem(bench.schema, value),
          )
        }
      } else if ((bench.plain ? plainBounds : bounds).includes(item.keyword)) {
        tried += 1
        // A value may lie on the bounds of several keywords.
        const inner = JSON.stringify(item.value)
        if (!known.has(inner)) await acceptInside(tester, bench, item)
        known.add(inner)
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
function removesInMerge({ operation, resource, valid }: Bench, value: Json): boolean {
  if (resource.patch !== 'merge' || operation.act !== 'update') return false
  const nulls = (text: Json): number => JSON.stringify(text).split('null').length
  return nulls(value) > nulls(valid)
}

/** Random violations of the clause's keywords, each in one place, are refused. */
export function violationCheck(operation: Operation): Check {
  return async (tester) => {
    const bench = await benchOf(operation, tester, 'random')
    const all = await tester.once(`violations of ${operation.name}`, async () =>
      violations(bench.schema, { base: bench.valid }),
    )
    const classes = all.filter((item) => clausesOf(item.schema as Json)[item.keyword] === tester.clause.id)
    if (classes.length === 0) tester.inapplicable('no keyword of the clause can be violated in one place')
    // Where there are more classes than samples, others are tried in each run.
    const { examples, seed } = tester
    const tried = classes.map(
      (_, index) => classes[(index + (seed >>> 0)) % classes.length] as ViolationClass,
    )
    for (const item of tried.slice(0, examples))
      await violate(tester, bench, item, Math.ceil(examples / classes.length))
  }
}

// Of a class that holds nothing else than what may be served so many are drawn in vain.
const drawnInVainMax = 400

async function violate(tester: Tester, bench: Bench, item: ViolationClass, runs: number): Promise<void> {
  const mayBeServed = (value: Json): boolean =>
    isOptionalNull(bench.schema, item.pointer, value) || removesInMerge(bench, value)
  let inVain = 0
  await tester.forAll(
    // Another is drawn in its place: few samples, none of which is sent, would observe nothing.
    item.arbitrary.filter((value) => !mayBeServed(value) || ++inVain > drawnInVainMax),
    async (value) => {
      if (mayBeServed(value)) return
      const exchange = await tester.call(invalid(bench.request(value)))
      if (exchange.response !== null) tester.coverage.outside(tester.clause.operation, item)
      mustRefuse(tester, bench.operation, exchange, bench.control, 'invalid', () =>
        firstProblem(bench.schema, value),
      )
    },
    runs,
  )
}

async function acceptInside(tester: Tester, bench: Bench, { place, value }: BoundaryItem): Promise<void> {
  const { must, subjects } = tester
  const { operation, resource, control, valid } = bench
  const state = subjects.stateOf(resource)
  const isState = state !== null && place === `/${state.member}` && isObject(value)
  if (isState && !bench.plain && operation.act === 'update')
    return acceptState(tester, bench, state, value[state.member] ?? null)
  const request = bench.request(bench.named(value))
  const exchange = await tester.call(request)
  must.accept(exchange, { control })
  const sent = request.body
  if (!isObject(sent) || exchange.response?.body === '') return
  // Accepted but cut off, or replaced, is not accepted. Members that were not varied are other clauses' matter.
  const varied = Object.fromEntries(
    Object.entries(bench.plain ? echoed(operation, resource, sent) : sent).filter(
      ([member, expected]) => !equal(expected, valid[member]),
    ),
  )
  const seen = subjects.seen(resource, exchange)
  if (!bench.plain) return must.beAsSent(seen, varied, { control })
  const [first] = differences(resource, varied, seen.body)
  must.that(first === undefined, 'What was sent does not come back as it was sent.', {
    expected: `${first?.pointer} ${JSON.stringify(first?.expected)}`,
    received: JSON.stringify(first?.shown) ?? 'nothing',
    exchange,
    control,
  })
}

// A state is sent to what is in another one.
async function acceptState(
  tester: Tester,
  { resource, control }: Bench,
  { member, values }: StateMember,
  state: Json,
): Promise<void> {
  const before = values.find((value) => !equal(value, state)) ?? null
  const subject = await tester.resource(resource.name).make({ [member]: before })
  const sent = { [member]: state }
  const seen = await subject.update(sent)
  tester.must.accept(seen.exchange, { control })
  tester.must.beAsSent(seen, sent, { control })
}

/** Seed of a clause in a run: the run's seed and the clause's id, so that the order of checks does not matter. */
export function seedOf(clause: string, seed: number): number {
  let hash = seed | 0
  for (const character of clause) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0
  return hash
}
