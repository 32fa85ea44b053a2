// Sends invalid values in forms, as far as texts can be invalid.

import { equal, isObject, type Json, type JsonObject } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import {
  clausesOf,
  judgedPart,
  operationOf,
  resolvedSchema,
  type Schema,
  schemaAt,
} from '../../contract/index.ts'
import {
  type Attempt,
  conforms,
  differences,
  firstProblem,
  moving,
  notAccepted,
  orElse,
} from '../../oracle/index.ts'
import { type BaseRequest, baseRequestOf } from '../checks/base-request.ts'
import { boundaryCases } from '../checks/derived.ts'
import { asForm, flatOf, isNested, type Notation, readBack } from '../requests/form.ts'
import { invalid, type Request } from '../requests/request.ts'
import { mustRefuse } from '../rules/index.ts'
import { changesOf } from '../rules/updates/index.ts'
import type { Check } from '../suite.ts'
import type { TestContext } from '../test-context.ts'
import { type ResourceResponse, set } from '../under-test/index.ts'
import { declaredNotation, formOf } from './form-taken.ts'
import { mustBeLeftAlone, settledLook } from './trial.ts'

/** The tenant refuses a form, without effect, if it refuses the same JSON. It accepts values on the valid side of a bound. */
export const formRefused: Check = async (context) => {
  const operation = operationOf(context.contract, context.clause.operation)
  const taken = await formOf(context)
  const { notation } = taken
  const base = await baseRequestOf(operation, context, 'examples')
  const { must } = context
  const asked = (body: Json): Request => asForm(base.request(written(body, notation)), notation)
  const { inside, outside } = await casesOf(context, base, notation)
  const controls: Attempt[] = isAlike(taken.control.sent, written(base.valid, notation))
    ? [taken.control.seen.exchange]
    : []
  for (const body of inside)
    controls.push(...(await mustTake(context, base, asked(base.named(body)), base.control)))
  const control = controls[0] ?? (await context.call({ ...asked(base.valid), intent: 'probe' }))
  if (!control.accepted) throw notAccepted('a valid form was not accepted', control)
  let before = await stored(context, base)
  const refused: Attempt[] = []
  await context.each(outside, async (body) => {
    const request = asked(varied(context, base, body))
    const exchange = await context.call(invalid(request))
    // The tenant accepts the same JSON, so another clause fails.
    if (exchange.accepted && (await context.call(invalid(asJson(request, notation)))).accepted) {
      before = await stored(context, base)
      return
    }
    mustRefuse(context, operation, exchange, control, 'invalid', () => firstProblem(base.schema, body))
    refused.push(exchange)
  })
  const strangers: Attempt[] = []
  const others = (['none', 'nonGlobal', 'limited'] as const).filter((as) => context.principals.has(as))
  for (const as of context.distribute(others, operation, ({ request }) => request !== null)) {
    const stranger = await context.call({ ...asked(base.valid), intent: 'unauthorised' }, { as })
    if (stranger.accepted) {
      const other = await context.call({ ...base.request(base.valid), intent: 'unauthorised' }, { as })
      // The required scopes may be unknown; access by JSON is other clauses' matter.
      if (other.accepted) {
        before = await stored(context, base)
        continue
      }
    }
    must.refuse(stranger, { control, of: 'token' })
    strangers.push(stranger)
  }
  const again = { look: () => look(context, base), resource: base.resource }
  const after = before === null ? null : await settledLook(context, again, before)
  if (before === null || after === null) return
  if (differences(base.resource, before.body, after.body, moving(base.resource)).length > 0)
    must.assume(
      await leaves(context, base, outside),
      'a refused JSON body changes something as well: see refused-changes-nothing',
    )
  mustBeLeftAlone(context, base.resource, before, after, {
    control,
    steps: [...refused, ...strangers].slice(0, stepsMax),
  })
}

/** Replaces valid values, so that a read would show them. */
function varied(
  { subjects }: TestContext,
  { operation, resource, valid }: BaseRequest,
  body: JsonObject,
): JsonObject {
  const fresh = subjects.bodies.of(operation, resource)
  return Object.fromEntries(
    Object.entries(body).map(([member, value]) => [
      member,
      equal(value, valid[member]) ? (fresh[member] ?? value) : value,
    ]),
  )
}

/** As a reader of the form gets it. */
function asJson({ rawBody: _, mediaType: __, ...request }: Request, notation: Notation | null): Request {
  return { ...request, body: isObject(request.body) ? readBack(request.body, notation) : null }
}

function isAlike(one: Json, other: Json): boolean {
  const shape = (body: Json): string =>
    JSON.stringify(body, (_, value: Json) => (typeof value === 'object' && value !== null ? value : ''))
  return shape(one) === shape(other)
}

/** Judges the form only if the tenant accepts and returns the same JSON. @returns the accepted form */
async function mustTake(
  context: TestContext,
  { resource, valid }: BaseRequest,
  request: Request,
  control: Attempt,
): Promise<readonly Attempt[]> {
  const { must, subjects } = context
  const sent = isObject(request.body) ? request.body : {}
  const varied = Object.fromEntries(
    Object.entries(sent).filter(([member, value]) => !equal(value, valid[member])),
  )
  const taken = (exchange: Attempt): boolean =>
    exchange.accepted && must.showsAsSent(subjects.seen(resource, exchange), varied)
  const exchange = await context.call({ ...request, intent: 'probe' })
  if (!taken(exchange)) {
    const plain = await context.call({ ...asJson(request, null), intent: 'probe' })
    if (plain.accepted && !taken(plain))
      must.doubt('what is just allowed does not come back as JSON either, so that it was left out')
    if (!taken(plain)) return []
  }
  must.accept(exchange, { control })
  must.beAsSent(subjects.seen(resource, exchange), varied, { control })
  return [exchange]
}

async function leaves(
  context: TestContext,
  base: BaseRequest,
  bodies: readonly JsonObject[],
): Promise<boolean> {
  await context.call({ ...base.request(base.valid), intent: 'probe' })
  const before = await stored(context, base)
  for (const body of bodies) {
    const { accepted } = await context.call(invalid(base.request(varied(context, base, body))))
    if (accepted) return false
  }
  const after = await look(context, base)
  return (
    before !== null &&
    after !== null &&
    differences(base.resource, before.body, after.body, moving(base.resource)).length === 0
  )
}

const stepsMax = 5

/** The part of the body that a form can hold. */
function written(body: Json, notation: Notation | null): Json {
  return notation === null && isObject(body) ? flatOf(body) : body
}

/** Null if each request creates a resource, or no operation reads it. */
async function stored(context: TestContext, base: BaseRequest): Promise<ResourceResponse | null> {
  const { subject, resource } = base
  const all = resource.singleton ? null : context.resource(resource.name)
  // The comparison needs the subject's last update; the base's requests bypass it.
  if (all?.hasAdapter && subject !== null)
    await subject.update(Object.assign({}, ...changesOf(context, all, subject)) as JsonObject, {
      intent: 'probe',
    })
  return look(context, base)
}

async function look(
  { subjects }: TestContext,
  { subject, resource }: BaseRequest,
): Promise<ResourceResponse | null> {
  if (subject === null && !resource.singleton) return null
  // `make` reads a singleton.
  const shown = subject === null ? subjects.make(resource).then(({ first }) => first) : subject.look()
  const seen = await shown.catch(orElse(null))
  return seen?.accepted ? seen : null
}

interface Cases {
  readonly inside: readonly JsonObject[]
  readonly outside: readonly JsonObject[]
}

/** Bodies on both sides of bounds, unless a form moves them to the other side. */
async function casesOf(context: TestContext, base: BaseRequest, notation: Notation | null): Promise<Cases> {
  const { valid } = base
  // A discovered notation has unknown limits: nested members stay as accepted.
  const isSettled = (body: JsonObject): boolean =>
    notation === null || declaredNotation(context) !== null || holdsNestedAs(valid, body)
  const items = await context.use(boundaryCases, base)
  const judged = items.filter(({ schema: node, keyword }) => clausesOf(node as Json)[keyword] !== undefined)
  const outside = [...judged.filter((one) => !one.valid), ...nearTexts(base)].filter(
    ({ value }) => !isObject(value) || isSettled(value),
  )
  const inside = judged.filter((one) => one.side === 'at' && ['minLength', 'maxLength'].includes(one.keyword))
  return {
    inside: ownOf(context, base, inside).flatMap(({ value }) => {
      const body = written(value, notation)
      return isObject(body) && isSettled(body) && !equal(body, written(valid, notation)) ? [body] : []
    }),
    outside: different(base, notation, ownOf(context, base, outside)),
  }
}

function holdsNestedAs(valid: JsonObject, body: JsonObject): boolean {
  return Object.entries(body).every(
    ([member, value]) => !isNested(value) || equal(value, valid[member] ?? null),
  )
}

interface Case {
  readonly place: string
  readonly keyword: string
  readonly property?: string | null
  readonly value: Json
}

/** A creation omits cases of the update, since the run must remove its results. */
function ownOf<C extends Case>(
  context: TestContext,
  { operation, resource }: BaseRequest,
  all: readonly C[],
): readonly C[] {
  const update = context.contract.operations.get(resource.life.update ?? '')
  if (operation.act !== 'create' || update === undefined) return all
  const left = context.distribute(all, operation, ({ name }) => name === update.name)
  const schema = resolvedSchema(update.request ?? {}, context.knowledge.schemaAnswers, 'request')
  return all.filter((one) => left.includes(one) || !isJudged(schema, one))
}

function isJudged(schema: Schema, { place, keyword }: Case): boolean {
  const node = schemaAt(schema, place)
  return node !== undefined && clausesOf(node as Json)[keyword] !== undefined
}

/** One body per keyword and place, as a form turns wrong types into texts. Omits forms that read as valid. */
function different(
  base: BaseRequest,
  notation: Notation | null,
  cases: readonly Case[],
): readonly JsonObject[] {
  const known = judgedPart(base.schema)
  const kept = new Map<string, JsonObject>()
  const read = new Set<string>()
  for (const { place, keyword, property, value } of cases) {
    const key = [place, keyword, property].join(' ')
    const body = written(value, notation)
    // A form has no null; its text may mean any.
    if (kept.has(key) || !isObject(body) || jsonText(body).includes('null')) continue
    const asRead = readBack(body, notation)
    // A form omits members that it cannot hold.
    if (conforms(known, asRead) || read.has(jsonText(asRead))) continue
    kept.set(key, body)
    read.add(jsonText(asRead))
  }
  return [...kept.values()]
}

/** Texts that resemble an allowed value. */
function nearTexts({ schema, valid }: BaseRequest): readonly Case[] {
  return Object.keys(valid).flatMap((member) => {
    const { enum: values } = schemaAt(schema, `/${member}`) ?? {}
    const [value] = Array.isArray(values) ? values : []
    if (typeof value !== 'string') return []
    return [value.toUpperCase(), `${value} `].map((text) => ({
      ...{ place: `/${member}`, keyword: 'enum', property: text },
      value: set(valid, `/${member}`, text),
    }))
  })
}
