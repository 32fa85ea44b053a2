// Checks that an update as a form has the same effect as the same update in JSON.
import type { JsonObject } from '../../../base/json.ts'
import { schemaAt } from '../../../contract/index.ts'
import { textsToDecode } from '../../requests/form.ts'
import type { TestContext } from '../../test-context.ts'
import type {
  ResourceAdapter,
  ResourceClient,
  ResourceResponse,
  ResourceUnderTest,
} from '../../under-test/index.ts'
import { form, otherState, type UpdateRule } from './update.ts'

const whole = ['12345', 'true', 'null', '  edges  ']

export const formBody: UpdateRule = async (check, all) => {
  const { requests } = check
  const subject = await all.any()
  const [member = ''] = all.settable
  const named = (name: string) => (): JsonObject => ({ [member]: name })
  const state = (): JsonObject => otherState(all, subject)
  // Other checks may have left the resource in any state.
  const begun = all.state === null ? {} : all.inState(all.state.values.at(-1) ?? null)
  const away: JsonObject = { [member]: requests.name(), ...begun }
  const first = await subject.update(away, { intent: 'probe' })
  check.must.assume(
    first.accepted && check.must.showsAsSent(first, away),
    `the tenant does not store ${member} in a JSON body either`,
  )
  const course = new Course(check, all, subject, away, first)
  await course.follow(() => ({ [member]: requests.name() }))
  for (const make of [
    () => ({ [member]: [requests.name(), ...textsToDecode].join(' ') }),
    ...whole.map(named),
    named(longestName(check, all)),
  ])
    await course.follow(make, true)
  if (all.state !== null) {
    await course.follow(state)
    await mustLeave(check, all, subject, course.last)
    await course.follow(() => ({ [member]: requests.name(), ...state() }))
  }
  // The empty update in `mustLeave` could also lose a value.
  await mustBeStored(check, subject, course.asked, course.last)
  await mustLeave(check, all, subject, course.last)
}

class Course {
  readonly #check: TestContext
  readonly #all: ResourceClient<ResourceAdapter>
  readonly #subject: ResourceUnderTest
  #control: ResourceResponse
  asked: JsonObject
  last: ResourceResponse

  constructor(
    check: TestContext,
    all: ResourceClient<ResourceAdapter>,
    subject: ResourceUnderTest,
    asked: JsonObject,
    control: ResourceResponse,
  ) {
    this.#check = check
    this.#all = all
    this.#subject = subject
    this.asked = asked
    this.#control = control
    this.last = control
  }

  /** @param mayBeRefused true if the tenant may refuse values, unless it stores the same update in JSON */
  async follow(make: () => JsonObject, mayBeRefused = false): Promise<void> {
    const { must } = this.#check
    const sent = make()
    const before = this.last
    const seen = await this.#subject.update(sent, {
      mediaType: form,
      intent: mayBeRefused ? 'probe' : 'valid',
    })
    const others = this.#all.settable.filter((one) => !(one in sent))
    const isServed =
      seen.accepted && must.showsAsSent(seen, sent) && must.showsUnchanged(before, seen, others)
    if (!isServed) {
      const control = await this.#subject.update(sent, { intent: 'probe' })
      const isTaken = control.accepted && must.showsAsSent(control, sent)
      must.assume(
        isTaken || mayBeRefused,
        `the tenant does not store ${Object.keys(sent)[0]} in a JSON body either`,
      )
      if (!isTaken) {
        this.last = await this.#subject.read()
        this.asked = {}
        return
      }
      this.#control = control
    }
    const { exchange: control } = this.#control
    must.accept(seen.exchange, { control })
    must.beAsSent(seen, sent, { control })
    must.beUnchanged(before, seen, others, { control, steps: [before.exchange] })
    this.asked = { ...this.asked, ...sent }
    this.last = seen
  }
}

/** A form encodes each `é` as six characters, so this name makes a long form. */
function longestName(
  { contract, requests }: TestContext,
  { resource }: ResourceClient<ResourceAdapter>,
): string {
  const request = contract.operations.get(resource.life.update ?? '')?.request ?? {}
  const { maxLength } = schemaAt(request, resource.nameAt ?? '') ?? {}
  return typeof maxLength === 'number' ? 'é'.repeat(maxLength) : requests.name()
}

async function mustLeave(
  { must }: TestContext,
  all: ResourceClient<ResourceAdapter>,
  subject: ResourceUnderTest,
  before: ResourceResponse,
): Promise<void> {
  const after = await subject.update({}, { intent: 'probe', mediaType: form })
  // The tenant may refuse an empty form as a missing body.
  if (after.accepted) must.beUnchanged(before, after, all.settable, { control: before.exchange })
}

async function mustBeStored(
  { must, requests }: TestContext,
  subject: ResourceUnderTest,
  asked: JsonObject,
  { exchange }: ResourceResponse,
): Promise<void> {
  const later = await subject.read()
  if (!must.showsAsSent(later, asked)) {
    const [member = ''] = Object.keys(asked)
    const plain = { [member]: requests.name() }
    await subject.update(plain, { intent: 'probe' })
    must.assume(
      must.showsAsSent(await subject.read(), plain),
      'the tenant does not store an update in a JSON body either',
    )
  }
  must.beAsSent(later, asked, { steps: [exchange] })
}
