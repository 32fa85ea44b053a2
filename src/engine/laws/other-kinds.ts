// What an accepted request leaves alone although it names none of it: resources of other kinds.
import { describeResponse } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import type { Resource } from '../../contract/index.ts'
import { type Attempt, differences, echoed, moving, NotRun, orElse } from '../../oracle/index.ts'
import type { Seen, Subject } from '../subjects/index.ts'
import type { Check } from '../suite.ts'
import type { Tester } from '../tester.ts'
import { isDenied, mustShow, permitChange, subjectOf, validRequestOf } from './premises.ts'

/**
 * A request that is carried out changes nothing of another kind. All operations look at the same ones: no two of these checks may
 * overlap.
 */
export const otherKindsUnchanged: Check = async (tester) => {
  const { operation } = subjectOf(tester)
  permitChange(tester, operation)
  const quick = await tried(tester, lastAnswer)
  // What an answer showed need not be what was stored: only two reads tell. What has disappeared was there.
  const tells =
    quick.looks.some(({ now }) => isDenied(now)) ||
    quick.looks.every(
      ({ other: { resource }, was, now }) =>
        !now.accepted || differences(resource, was.body, now.body, moving(resource)).length === 0,
    )
  mustBeLeftAlone(tester, tells ? quick : await tried(tester, aRead))
}

/** One of another kind, before and after the request. */
interface Look {
  readonly other: Subject
  readonly was: Seen
  readonly now: Seen
}

interface Trial {
  readonly answer: Attempt
  /** What the request names, where it names one. */
  readonly subject: Subject | null
  readonly looks: readonly Look[]
}

/** How it is known what one is before the request. @param set what the request that set it anew was answered */
type Before = (other: Subject, set: Seen) => Promise<Seen>

const lastAnswer: Before = async (_, set) => set
const aRead: Before = (other) => other.read()

async function tried(tester: Tester, before: Before): Promise<Trial> {
  const { operation, resource } = subjectOf(tester)
  // What is removed can't be looked at by others.
  const isKept = !resource.singleton && resource.life.create !== undefined && operation.act !== 'delete'
  const own = isKept && operation.idParameter !== null ? await kept(tester, resource) : undefined
  const [{ request, subject }, others] = await Promise.all([
    validRequestOf(tester, operation, own),
    othersOf(tester),
  ])
  if (others.length === 0) throw new NotRun('nothing of another kind can be made or read by this run')
  const known = await Promise.all(
    others.map(async (other) => ({ other, was: await setAnew(tester, other, before) })),
  )
  const answer = await tester.call(request)
  tester.must.assume(answer.accepted, `the request was not accepted: ${describeResponse(answer)}`)
  const looks = await Promise.all(known.map(async (one) => ({ ...one, now: await one.other.look() })))
  return { answer, subject, looks }
}

function mustBeLeftAlone(tester: Tester, { answer, subject, looks }: Trial): void {
  const context = { steps: [answer] }
  for (const { other, was, now } of looks) {
    const { resource } = other
    tester.must.that(
      !isDenied(now),
      `The request made one of another kind disappear: the ${resource.title}.`,
      {
        expected: 'it still exists',
        received: describeResponse(now.exchange),
        exchange: now.exchange,
        control: was.exchange,
        ...context,
      },
    )
    if (!now.accepted) continue
    const message = `The request changed one of another kind, the ${resource.title}:`
    const control = subject === null ? was.exchange : subject.created
    mustShow(tester, resource, was.body, now, message, { control, ...context }, moving(resource))
  }
}

const triesMax = 3

/** Sets it to what it is not by default, and sees that it is: requests of other checks may touch it at a faulty tenant as well. */
async function setAnew({ must, contract, subjects }: Tester, other: Subject, before: Before): Promise<Seen> {
  const { resource } = other
  const changing = contract.operations.get(resource.life.update ?? resource.life.replace ?? '')
  // Its state may have been changed as well by then.
  const state = subjects.stateOf(resource)
  const inState: JsonObject = state === null ? {} : { [state.member]: state.values[0] }
  for (let tries = 1; changing !== undefined && tries <= triesMax; tries += 1) {
    const sent = { ...subjects.bodies.of(changing, resource), ...inState }
    const was = await before(other, await other.sendTo(changing, sent, { intent: 'probe' }))
    if (was.accepted && must.showsAsSent(was, echoed(changing, resource, sent))) return was
  }
  const was = await other.read()
  must.assume(was.accepted, `the ${resource.title} could not be read`)
  return was
}

/** One of each other kind that can be read. */
async function othersOf(tester: Tester): Promise<readonly Subject[]> {
  const { contract, allows } = tester
  const { resource } = subjectOf(tester)
  const others = [...contract.resources.values()].filter((other) => {
    if (other === resource || (!other.singleton && other.life.create === undefined)) return false
    const changing = contract.operations.get(other.life.update ?? other.life.replace ?? '')
    return !other.singleton || (changing !== undefined && allows(tester.effectOf(changing.name)))
  })
  const found = await Promise.all(others.map((other) => kept(tester, other).catch(orElse(null))))
  return found.filter((one) => one !== null)
}

/** The one of that kind that all these checks look at, or change by their operation; another one for a check that is tried again. */
function kept(tester: Tester, resource: Resource): Promise<Subject> {
  return tester.once(`one to leave alone of ${resource.name}`, ({ subjects }) => subjects.make(resource))
}
