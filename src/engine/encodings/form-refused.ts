// Sends forms with values that are invalid even as texts.

import { equal, isObject, type Json, type JsonObject } from '../../base/json.ts'
import { operationOf } from '../../contract/index.ts'
import { type Attempt, differences, firstProblem, moving, notAccepted, orElse } from '../../oracle/index.ts'
import { type BaseRequest, separateBaseRequestOf } from '../checks/base-request.ts'
import { using } from '../fixture.ts'
import { asForm, type Notation, readBack } from '../requests/form.ts'
import { invalid, type Request, withFreshValues } from '../requests/request.ts'
import { mustRefuse } from '../rules/index.ts'
import { changesOf } from '../rules/updates/index.ts'
import type { Check } from '../suite.ts'
import type { TestContext } from '../test-context.ts'
import type { ResourceResponse } from '../under-test/index.ts'
import { mustBeUnchangedByRefusals, settledLook } from './deviation.ts'
import { formCasesOf, formPart } from './form-cases.ts'
import { acceptedFormOf } from './form-support.ts'

/** Judges a form only if the tenant also refuses the same body in JSON. */
export const formRefused: Check = using(
  [acceptedFormOf, separateBaseRequestOf, formCasesOf],
  async (context) => {
    const operation = operationOf(context.contract, context.clause.operation)
    const taken = await acceptedFormOf(context)
    const { notation } = taken
    const base = await separateBaseRequestOf(context, operation)
    const { must } = context
    const asked = (body: Json): Request => asForm(base.request(formPart(body, notation)), notation)
    const { inside, outside } = await formCasesOf(context, base, notation)
    const controls: Attempt[] = hasSameShape(taken.control.sent, formPart(base.valid, notation))
      ? [taken.control.seen.exchange]
      : []
    for (const body of inside)
      controls.push(...(await mustAcceptForm(context, base, asked(base.named(body)), base.control)))
    const control = controls[0] ?? (await context.call({ ...asked(base.valid), intent: 'probe' }))
    if (!control.accepted) throw notAccepted('a valid form was not accepted', control)
    let before = await stored(context, base)
    const refused: Attempt[] = []
    await context.each(outside, async (body) => {
      const request = asked(withFreshValues(body, base.valid, fresh(context, base)))
      const exchange = await context.call(invalid(request))
      // If the tenant also accepts the body in JSON, another clause fails.
      if (exchange.accepted && (await context.call(invalid(asJson(request, notation)))).accepted) {
        before = await stored(context, base)
        return
      }
      mustRefuse(context, operation, exchange, control, 'invalid', () => firstProblem(base.schema, body))
      refused.push(exchange)
    })
    const unauthorised: Attempt[] = []
    const others = (['none', 'nonGlobal', 'limited'] as const).filter((as) => context.principals.has(as))
    for (const as of context.cases(others, 'body')) {
      const attempt = await context.call({ ...asked(base.valid), intent: 'unauthorised' }, { as })
      if (attempt.accepted) {
        const other = await context.call({ ...base.request(base.valid), intent: 'unauthorised' }, { as })
        // The tenant accepts this principal with a JSON body too, so the form is not the cause.
        if (other.accepted) {
          before = await stored(context, base)
          continue
        }
      }
      must.refuse(attempt, { control, of: 'token' })
      unauthorised.push(attempt)
    }
    const again = { look: () => look(context, base), resource: base.resource }
    const after = before === null ? null : await settledLook(context, again, before)
    if (before === null || after === null) return
    if (differences(base.resource, before.body, after.body, moving(base.resource)).length > 0)
      must.assume(
        await leavesUnchanged(context, base, outside),
        'a refused JSON body also changes the resource: see the clause refused-changes-nothing',
      )
    mustBeUnchangedByRefusals(context, base.resource, before, after, {
      control,
      steps: [...refused, ...unauthorised].slice(0, stepsMax),
    })
  },
)

function fresh({ subjects }: TestContext, { operation, resource }: BaseRequest): JsonObject {
  return subjects.bodies.of(operation, resource)
}

function asJson({ rawBody: _, mediaType: __, ...request }: Request, notation: Notation | null): Request {
  return { ...request, body: isObject(request.body) ? readBack(request.body, notation) : null }
}

function hasSameShape(one: Json, other: Json): boolean {
  const shape = (body: Json): string =>
    JSON.stringify(body, (_, value: Json) => (typeof value === 'object' && value !== null ? value : ''))
  return shape(one) === shape(other)
}

async function mustAcceptForm(
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
      must.doubt(
        'the run cannot judge a form with a value at a limit: the response to the same values in a JSON body does not show them as sent',
      )
    if (!taken(plain)) return []
  }
  must.accept(exchange, { control })
  must.beAsSent(subjects.seen(resource, exchange), varied, { control })
  return [exchange]
}

async function leavesUnchanged(
  context: TestContext,
  base: BaseRequest,
  bodies: readonly JsonObject[],
): Promise<boolean> {
  await context.call({ ...base.request(base.valid), intent: 'probe' })
  const before = await stored(context, base)
  for (const body of bodies) {
    const { accepted } = await context.call(
      invalid(base.request(withFreshValues(body, base.valid, fresh(context, base)))),
    )
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

async function stored(context: TestContext, base: BaseRequest): Promise<ResourceResponse | null> {
  const { subject, resource } = base
  const all = resource.singleton ? null : context.resource(resource.name)
  // `subject` does not record the requests of `base`, so an update by `subject` sets known values.
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
  // For a singleton, `make` only reads the resource.
  const shown = subject === null ? subjects.make(resource).then(({ first }) => first) : subject.look()
  const seen = await shown.catch(orElse(null))
  return seen?.accepted ? seen : null
}
