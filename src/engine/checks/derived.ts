// Derives checks from request schemas and id parameters: they send values on both sides of each limit.
import fc from 'fast-check'
import { at, equal, isObject, type Json } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { clausesOf, eachSchema, type Operation } from '../../contract/index.ts'
import { type BoundaryItem, boundary, type ViolationClass, violations } from '../../generate/index.ts'
import { conforms, firstProblem } from '../../oracle/index.ts'
import { fixture, perOperation, using } from '../fixture.ts'
import type { Constraint } from '../judge/coverage.ts'
import { invalid } from '../requests/request.ts'
import { idLength, mustRefuse } from '../rules/index.ts'
import type { Check } from '../suite.ts'
import type { TestContext } from '../test-context.ts'
import { type BaseRequest, baseRequestOf } from './base-request.ts'
import { showsViolation } from './form-reading.ts'
import { acceptInside } from './inside.ts'
import { isOptionalNull, nullLeavesUnchanged } from './optional-null.ts'
import { outsideOf, type Refusal } from './outside.ts'

export function derivedClauses(operation: Operation): ReadonlySet<string> {
  return keywordClauses(operation.request)
}

export function keywordClauses(root: Json): ReadonlySet<string> {
  const ids = new Set<string>()
  eachSchema(root, (schema) => {
    for (const id of Object.values(clausesOf(schema))) ids.add(id)
  })
  return ids
}

export function parameterClauses({ idParameter }: Operation): ReadonlySet<string> {
  const { minLength, maxLength } = clausesOf(idParameter?.schema ?? {})
  return new Set([minLength, maxLength].filter((id) => id !== undefined))
}

export function parameterCheck({ resource }: Operation): Check {
  return using([idLength], (context) => idLength(context, context.resource(resource)))
}

export function boundaryCheck(operation: Operation): Check {
  return using([baseRequestOf, boundaryCases, acceptInside, nullLeavesUnchanged], async (context) => {
    const base = await baseRequestOf(context, operation)
    const cases = await context.use(boundaryCases, operation, base)
    const outside = outsideOf(context, base, cases).filter(
      ({ value }) => !removesInMerge(base, value) && showsViolation(operation, base.schema, value),
    )
    const isNull = ({ item, value }: Refusal): boolean => isOptionalNull(base.schema, item.pointer, value)
    const refused = outside.filter((one) => !isNull(one))
    await context.each(refused, ({ item, value }) => refuse(context, base, item, value))
    let tried = refused.length
    for (const { item } of outside.filter(isNull)) {
      const [, member = '', ...inner] = item.pointer.split('/')
      if (!base.resource.ignoresNull || operation.act !== 'update' || inner.length > 0) continue
      tried += 1
      await nullLeavesUnchanged(context, context.resource(base.resource.name), member)
    }
    tried += await acceptInside(context, base, cases)
    if (tried === 0) context.inapplicable('no schema keyword of this clause has a limit to test')
  })
}

export const boundaryCases = fixture(
  'boundaries of *',
  perOperation,
  async (
    { subjects },
    __,
    { schema, valid, operation, resource }: BaseRequest,
  ): Promise<readonly BoundaryItem[]> => {
    const items = boundary(schema, { base: valid }).filter((item) => !isOfOpenLength(item))
    if (resource.constraints.length === 0) return items
    return items.flatMap((item) => {
      if (!isObject(item.value)) return [item]
      const value = subjects.bodies.kept(item.value, operation, resource, item.pointer)
      const isSame = item.pointer === '' || sameAt(item.value, value, item.pointer)
      const isKept = subjects.bodies.isKept(value, operation, resource)
      if (item.valid) return isSame && isKept && conforms(schema, value) ? [{ ...item, value }] : []
      return isSame && !conforms(schema, value) ? [{ ...item, value }] : [item]
    })
  },
)

/** True if the length depends on the unit, which is an open point (`x-length-unit`). */
function isOfOpenLength({ keyword, schema, value, pointer }: BoundaryItem): boolean {
  const text = at(value, pointer)
  const isOpen = isObject(schema) && schema['x-length-unit'] !== undefined
  return isOpen && /Length$/.test(keyword) && typeof text === 'string' && text.length !== [...text].length
}

function sameAt(one: Json, other: Json, pointer: string): boolean {
  const [is, was] = [at(other, pointer), at(one, pointer)]
  return Array.isArray(is) && Array.isArray(was) ? is.length === was.length : equal(is, was)
}

const violationClasses = fixture(
  'violations of *',
  perOperation,
  async ({ subjects }, __, { schema, valid, operation, resource }: BaseRequest) => {
    const classes = violations(schema, { base: valid })
    if (resource.constraints.length === 0) return classes
    return classes.map((item) => ({
      ...item,
      arbitrary: item.arbitrary.map((value) => {
        if (!isObject(value)) return value
        const kept = subjects.bodies.kept(value, operation, resource, item.pointer)
        return conforms(schema, kept) ? value : kept
      }),
    }))
  },
)

async function refuse(
  context: TestContext,
  base: BaseRequest,
  constraint: Constraint,
  value: Json,
): Promise<void> {
  const { operation, control, schema } = base
  const exchange = await context.call(invalid(base.request(value)))
  if (exchange.response !== null) context.coverage.outside(operation.name, constraint)
  mustRefuse(context, operation, exchange, control, 'invalid', () => firstProblem(schema, value))
}

// In a merge patch, null removes a member (RFC 7396), so a tenant may accept null.
function removesInMerge({ operation, resource, valid }: BaseRequest, value: Json): boolean {
  if (resource.patch !== 'merge' || operation.act !== 'update') return false
  const nulls = (text: Json): number => jsonText(text).split('null').length
  return nulls(value) > nulls(valid)
}

export function violationCheck(operation: Operation): Check {
  return using([baseRequestOf, violationClasses, boundaryCases], async (context) => {
    const base = await baseRequestOf(context, operation)
    const all = await context.use(violationClasses, operation, base)
    const own = all.filter((item) => clausesOf(item.schema as Json)[item.keyword] === context.clause.id)
    if (own.length === 0)
      context.inapplicable('no keyword of this clause can be violated by changing one value')
    // Identifies a case by location and value, because a comparison of whole bodies would be slow.
    const variation = (value: Json, pointer: string): string => `${pointer} ${jsonText(at(value, pointer))}`
    const sent = new Set(
      (await context.use(boundaryCases, operation, base)).map(({ value, pointer }) =>
        variation(value, pointer),
      ),
    )
    const isNew = (value: Json, { pointer }: ViolationClass): boolean =>
      !sent.has(variation(value, pointer)) &&
      !isOptionalNull(base.schema, pointer, value) &&
      !removesInMerge(base, value) &&
      showsViolation(operation, base.schema, value)
    const tried = sampled(context, own, isNew)
    if (tried.length === 0)
      context.inapplicable('other checks already send every value that violates the keyword')
    for (const { item, samples } of tried)
      await context.forAll(
        item.arbitrary.filter((value) => isNew(value, item)),
        (value) => refuse(context, base, item, value),
        samples,
      )
  })
}

interface Sampled {
  readonly item: ViolationClass
  readonly samples: number
}

const drawsMax = 20

/** With few samples, the seed decides which classes the run tries. */
function sampled(
  context: TestContext,
  classes: readonly ViolationClass[],
  isNew: (value: Json, item: ViolationClass) => boolean,
): readonly Sampled[] {
  const { cases, examples, seed } = context
  // Drawing is slow and the first value is usually new, so one value is drawn first.
  const open = classes.filter((item) =>
    [1, drawsMax].some((numRuns) =>
      fc.sample(item.arbitrary, { seed, numRuns }).some((value) => isNew(value, item)),
    ),
  )
  if (open.length === 0) return []
  const of = open.every(({ pointer }) => pointer === '') ? 'clause of any resource' : 'clause'
  const hand = cases(open, of)
  const own = hand.length > 0 ? hand : open
  const turns = cases([...Array(examples).keys()], of)
  const counts = new Map<ViolationClass, number>()
  for (const turn of turns.keys()) {
    const item = own[(turn + (seed >>> 0)) % own.length] as ViolationClass
    counts.set(item, (counts.get(item) ?? 0) + 1)
  }
  return [...counts].map(([item, samples]) => ({ item, samples }))
}

export function seedOf(clause: string, seed: number): number {
  let hash = seed | 0
  for (const character of clause) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0
  return hash
}
