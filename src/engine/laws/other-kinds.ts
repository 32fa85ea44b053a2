// What an accepted request leaves alone although it names none of it: resources of other kinds.
import { describeResponse } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import { echoed, isUndecided, moving, NotRun } from '../../oracle/index.ts'
import type { Seen, Subject } from '../subjects/index.ts'
import type { Check } from '../suite.ts'
import type { Tester } from '../tester.ts'
import { isDenied, mustShow, permitChange, subjectOf, validRequestOf } from './premises.ts'

/** A request that is carried out changes nothing of another kind. */
export const otherKindsUnchanged: Check = async (tester) => {
  const { must } = tester
  const { operation } = subjectOf(tester)
  permitChange(tester, operation)
  const { request, subject } = await validRequestOf(tester, operation)
  const others = await othersOf(tester)
  if (others.length === 0) throw new NotRun('nothing of another kind can be made or read by this run')
  const before = []
  for (const other of others) {
    before.push({ other, was: await setAnew(tester, other) })
  }
  const answer = await tester.call(request)
  const context = { steps: [answer] }
  must.assume(answer.accepted, `the request was not accepted: ${describeResponse(answer)}`)
  for (const { other, was } of before) {
    const { resource } = other
    const now = await other.look()
    must.that(!isDenied(now), `The request made one of another kind disappear: the ${resource.title}.`, {
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
async function setAnew({ must, contract, subjects }: Tester, other: Subject): Promise<Seen> {
  const { resource } = other
  const changing = contract.operations.get(resource.life.update ?? resource.life.replace ?? '')
  // Its state may have been changed as well by then.
  const state = subjects.stateOf(resource)
  const inState: JsonObject = state === null ? {} : { [state.member]: state.values[0] }
  for (let tries = 1; changing !== undefined && tries <= triesMax; tries += 1) {
    const sent = { ...subjects.bodies.of(changing, resource), ...inState }
    await other.sendTo(changing, sent, { intent: 'probe' })
    const was = await other.read()
    if (was.accepted && must.showsAsSent(was, echoed(changing, resource, sent))) return was
  }
  const was = await other.read()
  must.assume(was.accepted, `the ${resource.title} could not be read`)
  return was
}

/** One of each other kind that can be read. */
async function othersOf(tester: Tester): Promise<readonly Subject[]> {
  const { contract, subjects, allows } = tester
  const { resource } = subjectOf(tester)
  const found: Subject[] = []
  for (const other of contract.resources.values()) {
    if (other === resource || (!other.singleton && other.life.create === undefined)) continue
    const changing = contract.operations.get(other.life.update ?? other.life.replace ?? '')
    if (other.singleton && (changing === undefined || !allows(tester.effectOf(changing.name)))) continue
    try {
      found.push(await subjects.make(other))
    } catch (error) {
      if (!isUndecided(error)) throw error
    }
  }
  return found
}
