// What an update that is refused leaves alone: all that can be set, what never changes, and what tells of changes.
import { sleep } from '../../base/clock.ts'
import { type JsonObject, tokenOf } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { serverSetOf } from '../../contract/index.ts'
import { NotRun, timestampNs } from '../../oracle/index.ts'
import {
  type Collection,
  coarseTickMs,
  type Driver,
  membersCompared,
  type Seen,
  type Subject,
} from '../subjects/index.ts'
import type { Tester } from '../tester.ts'
import { assumeAnswered, type UpdateLaw } from './update.ts'

/** An update that is refused changes nothing. */
export const refusedChangesNothing: UpdateLaw = async (check, all) => {
  const { must } = check
  // A new one: what an invalid update sends beside its fault is to be nothing that it has.
  const subject = await all.make()
  const members = [
    ...all.settable,
    ...serverSetOf(all.resource, ['constant']).filter((member) => `/${member}` !== all.resource.id),
  ]
  const moving = serverSetOf(all.resource, ['monotonic', 'moves'])
  const first = await subject.read()
  const attempts: Seen[] = []
  for (const send of attemptsOf(check, all, subject)) {
    const attempt = await send()
    if (attempt === null) continue
    assumeAnswered(check, attempt)
    attempts.push(attempt)
  }
  const last = await subject.read()
  const refused = attempts.filter(({ accepted }) => !accepted)
  must.assume(refused.length > 0, 'the tenant accepted every invalid update')
  const together =
    refused.length === attempts.length &&
    must.showsUnchanged(first, last, members) &&
    moved(first, last, moving).length === 0
  if (together)
    must.beUnchanged(first, last, members, {
      control: first.exchange,
      steps: refused.map(({ exchange }) => exchange),
    })
  else await eachChangesNothing(check, all, { members, moving })
}

/** The same of each by itself, to tell which one it was. */
async function eachChangesNothing(
  check: Tester,
  all: Collection<Driver>,
  { members, moving }: Readonly<Record<'members' | 'moving', readonly string[]>>,
): Promise<void> {
  const { must } = check
  // Another one: the first has changed by now.
  const subject = await all.make()
  let before = await subject.read()
  let readsMove = false
  for (const send of attemptsOf(check, all, subject)) {
    const attempt = await send()
    if (attempt === null) continue
    assumeAnswered(check, attempt)
    const after = await subject.read()
    // That it was accepted is another clause's failure.
    if (!attempt.accepted) {
      must.beUnchanged(before, after, members, { control: before.exchange, steps: [attempt.exchange] })
      if (!readsMove && moved(before, after, moving).length > 0)
        readsMove = await mustNotMove(check, subject, send, moving)
    }
    before = subject.last
  }
}

type Send = () => Promise<Seen | null>

/** Updates that have to be refused: for a member, for their syntax, for their token, where there is one without the scope. */
function attemptsOf(check: Tester, all: Collection<Driver>, subject: Subject): readonly Send[] {
  const invalid = { intent: 'invalid' } as const
  const named = (): JsonObject => all.named(check.requests.name())
  return [
    ...all.invalid(subject).map((body) => () => subject.update(body, invalid)),
    () =>
      subject.update(named(), {
        ...invalid,
        write: (request) => ({ ...request, rawBody: jsonText(request.body).slice(0, -1) }),
      }),
    () =>
      subject.update(named(), { intent: 'unauthorised', as: 'limited' }).catch((error: unknown) => {
        if (error instanceof NotRun) return null
        throw error
      }),
  ]
}

/**
 * What tells of changes has moved between two reads: it was the refused update only where reads do not move it, however late.
 * @returns whether reads do
 */
async function mustNotMove(
  { must }: Tester,
  subject: Subject,
  send: Send,
  members: readonly string[],
): Promise<boolean> {
  const earlier = await subject.read()
  await sleep(coarseTickMs)
  const before = await subject.read()
  if (moved(earlier, before, members).length > 0) return true
  const attempt = await send()
  const after = await subject.read()
  if (attempt === null) return false
  const [member] = attempt.accepted ? [] : moved(before, after, members)
  if (member !== undefined)
    must.that(
      false,
      `${member} moved with an update that was refused.`,
      {
        expected: `${member} ${String(before.body[member])}, as reads a second apart have shown it`,
        received: String(after.body[member]),
        pointers: [`/${tokenOf(member)}`],
        exchange: after.exchange,
        control: before.exchange,
        steps: [attempt.exchange],
      },
      membersCompared(after, after.body, [member]),
    )
  return false
}

/** The members that are another time than they were. */
function moved(before: Seen, after: Seen, members: readonly string[]): readonly string[] {
  return members.filter((member) => {
    const [was, is] = [timestampNs(before.body[member]), timestampNs(after.body[member])]
    return was !== null && is !== null && was !== is
  })
}
