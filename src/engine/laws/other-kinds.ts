// What an accepted request leaves alone although it names none of it: resources of other kinds.
import { describeResponse } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import type { Resource } from '../../contract/index.ts'
import { type Attempt, differences, echoed, moving, NotRun, notAccepted, orElse } from '../../oracle/index.ts'
import { fixture } from '../fixture.ts'
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
    quick.looks.some(({ isGone }) => isGone) ||
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
  readonly isGone: boolean
}

interface Trial {
  readonly answer: Attempt
  /** What the request names, where it names one. */
  readonly subject: Subject | null
  readonly looks: readonly Look[]
}

/** How it is known what one is before the request. @param set what the request that set it anew was answered */
type Before = (other: Subject, set: Seen, tester: Tester) => Promise<Seen>

const lastAnswer: Before = async (_, set) => set
const aRead: Before = (other, _, tester) => read(tester, other)

async function tried(tester: Tester, before: Before): Promise<Trial> {
  const { operation, resource } = subjectOf(tester)
  // What is removed can't be looked at by others.
  const isKept = !resource.singleton && resource.life.create !== undefined && operation.act !== 'delete'
  const own = isKept && operation.idParameter !== null ? await tester.use(kept, resource) : undefined
  const [{ request, subject }, others] = await Promise.all([
    validRequestOf(tester, operation, own),
    othersOf(tester),
  ])
  if (others.length === 0) throw new NotRun('nothing of another kind can be made or read by this run')
  const known = await Promise.all(
    others.map(async (other) => ({ other, was: await setAnew(tester, other, before) })),
  )
  const answer = await tester.call(request)
  if (!answer.accepted) throw notAccepted('the request was not accepted', answer)
  const looks = await Promise.all(
    known.map(async (one) => {
      const now = await look(tester, one.other)
      return { ...one, now, isGone: isDenied(now) && (await isGone(tester, one.other)) }
    }),
  )
  return { answer, subject, looks }
}

/** Asks for one, by the profile's fixture where the contract's own way is refused. */
async function look({ subjects }: Tester, other: Subject): Promise<Seen> {
  const seen = await other.look()
  return isDenied(seen) ? ((await subjects.lookByFixture(other)) ?? seen) : seen
}

async function read(tester: Tester, other: Subject): Promise<Seen> {
  const seen = await look(tester, other)
  if (seen.accepted) return seen
  throw notAccepted(`the ${other.resource.title} could not be read`, seen.exchange)
}

/**
 * Whether one that a look does not show has disappeared: the same look shows another one, which was made after it.
 * @throws Inconclusive where it shows none at all
 */
async function isGone(tester: Tester, { resource }: Subject): Promise<boolean> {
  // A singleton was read before.
  if (resource.singleton) return true
  for (let tries = 1; tries < triesMax; tries += 1)
    if ((await look(tester, await tester.subjects.make(resource))).accepted) return true
  await read(tester, await tester.subjects.make(resource))
  return true
}

function mustBeLeftAlone(tester: Tester, { answer, subject, looks }: Trial): void {
  const context = { steps: [answer] }
  for (const { other, was, now, isGone } of looks) {
    const { resource } = other
    tester.must.that(!isGone, `The request made one of another kind disappear: the ${resource.title}.`, {
      expected: 'it still exists',
      received: describeResponse(now.exchange),
      exchange: now.exchange,
      control: was.exchange,
      ...context,
    })
    if (!now.accepted) continue
    const message = `The request changed one of another kind, the ${resource.title}:`
    const control = subject === null ? was.exchange : subject.created
    mustShow(tester, resource, was.body, now, message, { control, ...context }, moving(resource))
  }
}

const triesMax = 3

/** Sets it to what it is not by default, and sees that it is: requests of other checks may touch it at a faulty tenant as well. */
async function setAnew(tester: Tester, other: Subject, before: Before): Promise<Seen> {
  const { must, contract, subjects } = tester
  const { resource } = other
  const changing = contract.operations.get(resource.life.update ?? resource.life.replace ?? '')
  // Its state may have been changed as well by then.
  const state = subjects.stateOf(resource)
  const inState: JsonObject = state === null ? {} : { [state.member]: state.values[0] }
  for (let tries = 1; changing !== undefined && tries <= triesMax; tries += 1) {
    const sent = { ...subjects.bodies.of(changing, resource), ...inState }
    const was = await before(other, await other.sendTo(changing, sent, { intent: 'probe' }), tester)
    if (was.accepted && must.showsAsSent(was, echoed(changing, resource, sent))) return was
  }
  return read(tester, other)
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
  const found = await Promise.all(others.map((other) => tester.use(kept, other).catch(orElse(null))))
  return found.filter((one) => one !== null)
}

/** The one of that kind that all these checks look at, or change by their operation. */
const kept = fixture(
  ({ name }: Resource) => `one to leave alone of ${name}`,
  ({ subjects }, resource) => subjects.make(resource),
)
