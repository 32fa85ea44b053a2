// Checks that a request changes no resource of another type.
import { describeResponse } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import type { Contract, Operation, Resource } from '../../contract/index.ts'
import { type Attempt, differences, echoed, moving, NotRun, notAccepted, orElse } from '../../oracle/index.ts'
import { fixture, using } from '../fixture.ts'
import type { Check } from '../suite.ts'
import type { TestContext } from '../test-context.ts'
import type { ResourceResponse, ResourceUnderTest } from '../under-test/index.ts'
import { mustShow } from './fixtures/assertions.ts'
import { isDenied, permitChange, subjectOf, validRequestOf } from './fixtures/preconditions.ts'

const kept = fixture(
  'untouched *',
  ({ contract, operation, resource }) =>
    resource === null
      ? []
      : [...(isKept(resource, operation) ? [resource] : []), ...otherKinds(contract, resource)],
  ({ subjects }, resource: Resource) => subjects.make(resource),
)

const othersOf = using([kept], async (context): Promise<readonly ResourceUnderTest[]> => {
  const { contract, allows } = context
  const { resource } = subjectOf(context)
  const others = otherKinds(contract, resource).filter(
    ({ singleton, life }) => !singleton || allows(context.effectOf(life.update ?? life.replace ?? '')),
  )
  const found = await Promise.all(others.map((other) => context.use(kept, other).catch(orElse(null))))
  return found.filter((one) => one !== null)
})

const tried = using([kept, othersOf], async (context, before: Before): Promise<Trial> => {
  const { operation, resource } = subjectOf(context)
  const own = isKept(resource, operation) ? await context.use(kept, resource) : undefined
  const [{ request, subject }, others] = await Promise.all([
    validRequestOf(context, operation, own),
    othersOf(context),
  ])
  if (others.length === 0) throw new NotRun('this run cannot create or read a resource of another type')
  const known = await Promise.all(
    others.map(async (other) => ({ other, was: await setAnew(context, other, before) })),
  )
  const answer = await context.call(request)
  if (!answer.accepted) throw notAccepted('the request was not accepted', answer)
  const looks = await Promise.all(
    known.map(async (one) => {
      const now = await look(context, one.other)
      return { ...one, now, isGone: isDenied(now) && (await isGone(context, one.other)) }
    }),
  )
  return { answer, subject, looks }
})

/** All operations use the same other resources, so a suite must not run these checks in parallel. */
export const otherKindsUnchanged: Check = using([tried], async (context) => {
  const { operation } = subjectOf(context)
  permitChange(context, operation)
  const quick = await tried(context, lastAnswer)
  // A read and the response to an earlier change may differ in form, so a second try compares two reads.
  const tells =
    quick.looks.some(({ isGone }) => isGone) ||
    quick.looks.every(
      ({ other: { resource }, was, now }) =>
        !now.accepted || differences(resource, was.body, now.body, moving(resource)).length === 0,
    )
  mustBeLeftAlone(context, tells ? quick : await tried(context, aRead))
})

interface Look {
  readonly other: ResourceUnderTest
  readonly was: ResourceResponse
  readonly now: ResourceResponse
  readonly isGone: boolean
}

interface Trial {
  readonly answer: Attempt
  readonly subject: ResourceUnderTest | null
  readonly looks: readonly Look[]
}

/** @param set the response to the last change of the other resource */
type Before = (
  other: ResourceUnderTest,
  set: ResourceResponse,
  context: TestContext,
) => Promise<ResourceResponse>

const lastAnswer: Before = async (_, set) => set
const aRead: Before = (other, _, context) => read(context, other)

async function look({ subjects }: TestContext, other: ResourceUnderTest): Promise<ResourceResponse> {
  const seen = await other.look()
  return isDenied(seen) ? ((await subjects.lookByFixture(other)) ?? seen) : seen
}

async function read(context: TestContext, other: ResourceUnderTest): Promise<ResourceResponse> {
  const seen = await look(context, other)
  if (seen.accepted) return seen
  throw notAccepted(`the ${other.resource.title} could not be read`, seen.exchange)
}

/**
 * Reads new resources to find out whether reads work at all.
 * @throws Inconclusive if reads do not find the new resources either
 */
async function isGone(context: TestContext, { resource }: ResourceUnderTest): Promise<boolean> {
  if (resource.singleton) return true
  for (let tries = 1; tries < triesMax; tries += 1)
    if ((await look(context, await context.subjects.make(resource))).accepted) return true
  await read(context, await context.subjects.make(resource))
  return true
}

function mustBeLeftAlone(context: TestContext, { answer, subject, looks }: Trial): void {
  const shown = { steps: [answer] }
  for (const { other, was, now, isGone } of looks) {
    const { resource } = other
    context.must.that(!isGone, `The request removed a resource of another type: the ${resource.title}.`, {
      expected: `the ${resource.title} still exists`,
      received: describeResponse(now.exchange),
      exchange: now.exchange,
      control: was.exchange,
      ...shown,
    })
    if (!now.accepted) continue
    const message = `The request changed a resource of another type, the ${resource.title}:`
    const control = subject === null ? was.exchange : subject.created
    mustShow(context, resource, was.body, now, message, { control, ...shown }, moving(resource))
  }
}

const triesMax = 3

/** Tries several times, because other checks may change the resource meanwhile. */
async function setAnew(
  context: TestContext,
  other: ResourceUnderTest,
  before: Before,
): Promise<ResourceResponse> {
  const { must, contract, subjects } = context
  const { resource } = other
  const changing = contract.operations.get(resource.life.update ?? resource.life.replace ?? '')
  const state = subjects.stateOf(resource)
  const inState: JsonObject = state === null ? {} : { [state.member]: state.values[0] }
  for (let tries = 1; changing !== undefined && tries <= triesMax; tries += 1) {
    const sent = { ...subjects.bodies.of(changing, resource), ...inState }
    const was = await before(other, await other.sendTo(changing, sent, { intent: 'probe' }), context)
    if (was.accepted && must.showsAsSent(was, echoed(changing, resource, sent))) return was
  }
  return read(context, other)
}

function isKept({ singleton, life }: Resource, operation: Operation | null): boolean {
  return (
    !singleton && life.create !== undefined && operation?.act !== 'delete' && operation?.idParameter != null
  )
}

function otherKinds({ operations, resources }: Contract, resource: Resource | null): readonly Resource[] {
  return [...resources.values()].filter(
    (other) =>
      other !== resource &&
      (other.singleton
        ? operations.has(other.life.update ?? other.life.replace ?? '')
        : other.life.create !== undefined),
  )
}
