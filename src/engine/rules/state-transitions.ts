// Checks that the tenant stores allowed state transitions and refuses all others.
import { describeResponse } from '../../base/exchange.ts'
import { at, equal, type Json, withMember } from '../../base/json.ts'
import { type Operation, schemaAt } from '../../contract/index.ts'
import { isAccepted } from '../../oracle/index.ts'
import type { Check } from '../suite.ts'
import type { TestContext } from '../test-context.ts'
import type { ResourceResponse, ResourceUnderTest } from '../under-test/index.ts'
import { mustShow, shownAt, statusesOf, textOf } from './fixtures/assertions.ts'
import { permitChange, subjectOf } from './fixtures/preconditions.ts'

export const transitions: Check = async (context) => {
  const { operation, resource } = subjectOf(context)
  permitChange(context, operation)
  for (const [pointer, { values, initial, transitions: allowed }] of resource.states) {
    if (schemaAt(operation.request ?? {}, pointer) === undefined) continue
    for (const path of pathsOf(values, initial, allowed)) {
      const subject = await context.subjects.make(resource)
      for (const state of path) {
        if (equal(at((await subject.read()).body, pointer), state)) continue
        const answer = await sendState(context, operation, subject, pointer, state)
        context.must.serve(answer.exchange, { control: subject.first.exchange })
        const read = await subject.read()
        for (const seen of [answer, read])
          if (seen.exchange.response?.body !== '')
            context.must.that(
              equal(at(seen.body, pointer), state),
              `${pointer.slice(1)} differs from the value that was set.`,
              {
                expected: `${pointer.slice(1)} ${textOf(state)}`,
                received: shownAt(seen, pointer),
                pointers: [pointer],
                exchange: seen.exchange,
                control: subject.first.exchange,
                steps: seen === read ? [answer.exchange] : [],
              },
            )
      }
    }
  }
}

export const transitionsRefused: Check = async (context) => {
  const { operation, resource } = subjectOf(context)
  permitChange(context, operation)
  for (const [pointer, { values, initial, transitions: allowed, refusal }] of resource.states) {
    if (allowed === null || schemaAt(operation.request ?? {}, pointer) === undefined) continue
    const paths = [[], ...pathsOf(values, initial, allowed)]
    const reached = new Set<string>()
    for (const path of paths) {
      const subject = await context.subjects.make(resource)
      for (const state of [undefined, ...path]) {
        if (state !== undefined) {
          const answer = await sendState(context, operation, subject, pointer, state)
          context.must.assume(
            answer.accepted,
            `an allowed transition was not accepted (${describeResponse(answer.exchange)}): see the clause transitions`,
          )
        }
        const before = await subject.read()
        const from = at(before.body, pointer)
        if (from === undefined || reached.has(String(from))) continue
        reached.add(String(from))
        for (const target of values) {
          if (equal(target, from) || allowed[String(from)]?.some((one) => equal(one, target))) continue
          const attempt = await sendState(context, operation, subject, pointer, target, 'invalid')
          const statuses = refusal ?? statusesOf(operation, 'transition')
          if (statuses !== null && statuses.length > 0)
            context.must.haveStatus(attempt.exchange, statuses, { control: subject.first.exchange })
          else if (isAccepted(attempt.exchange))
            context.must.that(false, 'A transition that the contract does not allow was accepted.', {
              expected: `a refusal of ${textOf(target)} in the state ${textOf(from)}`,
              received: describeResponse(attempt.exchange),
              exchange: attempt.exchange,
              control: before.exchange,
            })
          mustShow(
            context,
            resource,
            before.body,
            await subject.read(),
            'A refused transition changed something:',
            { control: before.exchange, steps: [attempt.exchange] },
          )
        }
      }
    }
  }
}

/** Sends a second member too, to find tenants that carry out a part of a refused update. */
async function sendState(
  context: TestContext,
  operation: Operation,
  subject: ResourceUnderTest,
  pointer: string,
  state: Json,
  intent: 'valid' | 'invalid' = 'valid',
): Promise<ResourceResponse> {
  const fresh = context.subjects.bodies.of(operation, subject.resource)
  const beside =
    operation.act === 'replace'
      ? fresh
      : intent === 'invalid'
        ? Object.fromEntries(Object.entries(fresh).slice(0, 1))
        : {}
  return subject.sendTo(operation, withMember(beside, pointer, state), { intent })
}

function pathsOf(
  values: readonly Json[],
  initial: Json | undefined,
  allowed: Readonly<Record<string, readonly Json[]>> | null,
): readonly (readonly Json[])[] {
  if (allowed === null) return [[...values, ...values.slice(0, 1)]]
  const start = String(initial ?? values[0])
  const paths: Json[][] = []
  const taken = new Set<string>()
  const walk = (from: string, path: readonly Json[]): void => {
    const next = (allowed[from] ?? []).filter((to) => !taken.has(`${from}>${String(to)}`))
    if (next.length === 0 && path.length > 0) paths.push([...path])
    for (const to of next) {
      taken.add(`${from}>${String(to)}`)
      walk(String(to), [...path, to])
    }
  }
  walk(start, [])
  return paths
}
