// Sends the commands, and compares each response with the model.

import { describeResponse, type Exchange, statusOf } from '../../base/exchange.ts'
import { type Json, type JsonObject, tokenOf } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { serverSetOf } from '../../contract/index.ts'
import { type Attempt, NotRun } from '../../oracle/index.ts'
import type { Request } from '../requests/request.ts'
import { lifeOf } from '../resources/kind.ts'
import type { TestContext } from '../test-context.ts'
import { membersCompared, type ResourceClient, type ResourceUnderTest } from '../under-test/index.ts'
import type { Sent } from './model.ts'
import { type Difference, Model } from './model.ts'

export interface Member {
  readonly number: number
  readonly subject: ResourceUnderTest
  readonly model: Model
}

// Other statuses may have temporary causes.
const refusals: readonly number[] = [400, 404, 410, 422]

const nothingKnown = { state: null, mayBe: () => false }

export class World {
  readonly #context: TestContext
  readonly #collection: ResourceClient
  readonly #members = new Map<number, Member>()
  readonly #made: ResourceUnderTest[] = []
  readonly #history: Exchange[] = []
  readonly #deeds: string[] = []

  constructor(context: TestContext, collection: ResourceClient) {
    this.#context = context
    this.#collection = collection
  }

  get requests(): number {
    return this.#history.length
  }

  get made(): readonly ResourceUnderTest[] {
    return this.#made
  }

  async member(slot: number, pick = 0): Promise<Member> {
    const known = this.#members.get(slot)
    if (known !== undefined) return known
    const subject = await this.#make(pick === 0 ? {} : this.#variedBy(pick))
    const { settable, state, resource } = this.#collection
    const model = new Model({
      canonical: subject.first.canonical,
      compared: [...serverSetOf(resource, ['constant']), ...settable],
      state,
      merges: resource.patch === 'merge',
      open: !this.#collection.hasAdapter,
      optional: this.#collection.hasAdapter ? new Set() : this.#optional(subject),
    })
    const member = { number: slot + 1, subject, model }
    this.#members.set(slot, member)
    this.#history.push(subject.created)
    model.compare(subject.first.body)
    return member
  }

  async update(member: Member, sent: Sent, deed: string): Promise<void> {
    const { must } = this.#context
    const before = this.#history.length
    this.#deeds.push(`${deed} ${this.#title} ${member.number}`)
    const exchange = await this.#send(member.subject, sent)
    this.#history.push(exchange)
    const status = statusOf(exchange)
    must.assume(status !== 0, describeResponse(exchange), 'failing')
    must.assume(status !== 429, 'the tenant kept returning 429: run with a lower --rate')
    const served = sent.as === 'valid' || sent.as === 'open'
    if (served && exchange.accepted) {
      member.model.take(sent.body)
      await this.#judge(member, exchange, before, Object.keys(sent.body).length === 0)
    } else if (status < 300 || status >= 500) member.model.forget()
    else if (sent.as === 'valid' && refusals.includes(status))
      await this.#weigh(member, sent, exchange, before)
  }

  async finish(): Promise<void> {
    for (const member of this.#members.values()) await this.update(member, { body: {}, as: 'valid' }, 'read')
  }

  get #title(): string {
    return this.#collection.resource.title
  }

  #variedBy(pick: number): JsonObject {
    const { stateAtCreation: state, resource } = this.#collection
    const isNaming = (body: JsonObject): boolean =>
      Object.keys(body).some((member) => `/${member}` === resource.nameAt)
    const changes = this.#collection.changes(nothingKnown, pick).filter((body) => !isNaming(body))
    const values: readonly (Json | undefined)[] = [...(state?.values ?? []), undefined]
    const chosen = values[pick % values.length]
    return Object.assign(
      {},
      ...changes,
      state === null || chosen === undefined ? {} : { [state.member]: chosen },
    ) as JsonObject
  }

  async #make(overrides: JsonObject): Promise<ResourceUnderTest> {
    const subject = await this.#collection.make(overrides)
    this.#made.push(subject)
    return subject
  }

  async #send(subject: ResourceUnderTest, { body, as, principal = 'full' }: Sent): Promise<Attempt> {
    const request: Request = {
      ...(Object.keys(body).length === 0
        ? this.#collection.reading(subject.key)
        : this.#collection.update(subject.key, body)),
      intent: as === 'open' ? 'probe' : as,
    }
    try {
      return await this.#context.call(request, { as: principal })
    } catch (error) {
      if (!(error instanceof NotRun) || principal !== 'altered-signature') throw error
      return this.#context.call(request, { as: 'none' })
    }
  }

  async #judge(member: Member, exchange: Attempt, before: number, isRead: boolean): Promise<void> {
    if (isRead || !member.model.isSilent(this.#collection.seen(exchange).body))
      return this.#hold(member, exchange, before, isRead)
    const reading = await this.#send(member.subject, { body: {}, as: 'valid' })
    this.#history.push(reading)
    this.#context.must.assume(
      reading.accepted,
      `the ${this.#title} could not be read: ${describeResponse(reading)}`,
    )
    this.#hold(member, reading, before + 1, true)
  }

  #optional({ telling }: ResourceUnderTest): ReadonlySet<string> {
    const { settable, resource } = this.#collection
    const { required } = lifeOf(this.#context.contract, resource, 'read')?.response ?? {}
    const isRequired = (member: string): boolean => Array.isArray(required) && required.includes(member)
    return new Set(settable.filter((member) => telling.has(member) && !isRequired(member)))
  }

  #hold({ number, model, subject }: Member, exchange: Attempt, before: number, isRead: boolean): void {
    const { must } = this.#context
    const seen = this.#collection.seen(exchange)
    const { read, unread } = model.readable(seen.body, isRead)
    for (const member of unread) must.doubt(`${member} is missing or has another form than specified`)
    const telling = read.filter((member) => subject.telling.has(member))
    const { hasAdapter, resource } = this.#collection
    // Without an adapter, a member that the service sets may be constant.
    const mayBeConstant = (member: string): boolean => !hasAdapter && resource.serverSet.has(`/${member}`)
    const silent = read.filter((member) => !telling.includes(member) && !mayBeConstant(member))
    if (silent.length > 0)
      must.doubt(`a read does not show the set value of ${silent.join(', ')}, so this value proves nothing`)
    const difference = model.compare(seen.body, isRead)
    must.that(
      difference === null,
      this.#message(number, difference),
      {
        expected: `${difference?.member} ${jsonText(difference?.expected)}`,
        received: jsonText(difference?.received),
        ...(difference === null ? {} : { pointers: [`/${tokenOf(difference.member)}`] }),
        exchange,
        steps: this.#history.slice(0, before),
        // No other check uses these resources.
        standsAlone: true,
      },
      membersCompared(seen, seen.body, telling),
    )
  }

  // A refusal is a failure only if a new resource accepts the same request.
  async #weigh(member: Member, { body }: Sent, exchange: Attempt, before: number): Promise<void> {
    const { must } = this.#context
    const fresh = await this.#make({})
    const control = await this.#send(fresh, { body: this.#collection.renamed(body), as: 'valid' })
    if (!control.accepted) return
    const title = this.#title
    must.that(
      false,
      `The tenant refused an update that it accepts for a new ${title}, after these requests: ${this.#deeds.join(', ')}.`,
      {
        expected: `the update of ${title} ${member.number} is accepted, like the control request`,
        received: describeResponse(exchange),
        exchange,
        control,
        steps: this.#history.slice(0, before),
        standsAlone: true,
      },
    )
  }

  #message(number: number, difference: Difference | null): string {
    return `${difference?.member} of ${this.#title} ${number} differs from the result of the accepted updates: ${this.#deeds.join(', ')}.`
  }
}
