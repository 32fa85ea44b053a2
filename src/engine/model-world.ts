// The tenant's side of the stateful model: sends what the commands ask for and holds every answer against the model.
import { describeResponse, type Exchange, statusOf } from '../base/exchange.ts'
import { acceptedBody, isAccepted, NotRun } from '../oracle/index.ts'
import type { Given } from './given.ts'
import type { Sent } from './model-command.ts'
import { type Difference, ModelStream } from './model-stream.ts'
import type { Request } from './request.ts'
import type { StreamHandle } from './stream-handle.ts'
import { membersCompared } from './stream-must.ts'
import type { Tester } from './tester.ts'

/** A stream of a sequence: the one at the tenant, and what it has to be. */
export interface Subject {
  readonly number: number
  readonly stream: StreamHandle
  readonly model: ModelStream
}

// What refuses an update for what it says; all else refuses it for another reason, or is no refusal.
const refusals: readonly number[] = [400, 404, 410, 422]

export class ModelWorld {
  readonly #tester: Tester
  readonly #subjects = new Map<number, Subject>()
  readonly #made: StreamHandle[] = []
  readonly #history: Exchange[] = []
  readonly #deeds: string[] = []

  constructor(tester: Tester) {
    this.#tester = tester
  }

  get given(): Given {
    return this.#tester.given
  }

  /** Requests sent so far. */
  get requests(): number {
    return this.#history.length
  }

  /** Streams made so far, to be removed. */
  get made(): readonly StreamHandle[] {
    return this.#made
  }

  /** The stream of a slot, made when it is first asked for. */
  async stream(slot: number, pick = 0): Promise<Subject> {
    const known = this.#subjects.get(slot)
    if (known !== undefined) return known
    const { given, knowledge } = this.#tester
    const lists = given.subscriptions()
    const state = (['enabled', 'disabled', null] as const)[pick % 3] ?? null
    const stream = await this.#make({
      subscriptions: lists[pick % lists.length] ?? lists[0],
      ...(pick === 0 || state === null || knowledge.forwardingStateField === null ? {} : given.state(state)),
    })
    const subject = { number: slot + 1, stream, model: new ModelStream(knowledge.forwardingStateField) }
    this.#subjects.set(slot, subject)
    this.#history.push(stream.created)
    // What creation made of the request is for the clauses of creation.
    subject.model.compare(stream.body)
    return subject
  }

  /** Sends an update and holds the answer against the model. */
  async update(subject: Subject, sent: Sent, deed: string): Promise<void> {
    const { must } = this.#tester
    const before = this.#history.length
    this.#deeds.push(`${deed} stream ${subject.number}`)
    const exchange = await this.#send(subject.stream, sent)
    this.#history.push(exchange)
    const status = statusOf(exchange)
    must.assume(status !== 0, describeResponse(exchange))
    must.assume(status !== 429, 'the tenant kept answering 429: run with a lower --rate')
    const served = sent.as === 'valid' || sent.as === 'open'
    if (served && isAccepted(exchange)) {
      subject.model.take(sent.body)
      this.#hold(subject, exchange, before)
    } else if (status < 300 || status >= 500) subject.model.forget()
    else if (sent.as === 'valid' && refusals.includes(status))
      await this.#weigh(subject, sent, exchange, before)
  }

  /** Reads every stream once more: what an update did to another stream shows here at the latest. */
  async finish(): Promise<void> {
    for (const subject of this.#subjects.values())
      await this.update(subject, { body: {}, as: 'valid' }, 'read')
  }

  async #make(overrides: Parameters<Tester['existing']['stream']>[0]): Promise<StreamHandle> {
    const stream = await this.#tester.existing.stream(overrides)
    this.#made.push(stream)
    return stream
  }

  async #send(stream: StreamHandle, { body, as, principal = 'full' }: Sent): Promise<Exchange> {
    const request: Request = { ...this.given.update(stream, body), intent: as === 'open' ? 'probe' : as }
    try {
      return await this.#tester.call(request, { as: principal })
    } catch (error) {
      // A token that is no JWT can't be altered.
      if (!(error instanceof NotRun) || principal !== 'altered-signature') throw error
      return this.#tester.call(request, { as: 'none' })
    }
  }

  #hold({ number, model, stream }: Subject, exchange: Exchange, before: number): void {
    const body = acceptedBody(exchange)
    const { must } = this.#tester
    const { read, unread } = model.readable(body)
    for (const member of unread) must.doubt(`${member} is missing or not of its specified form`)
    const telling = read.filter((member) => stream.telling.has(member))
    if (telling.length < read.length)
      must.doubt('a member is not shown as it is set, so that it tells nothing')
    const difference = model.compare(body)
    // What is said of a difference is shown only where there is one.
    must.that(
      difference === null,
      this.#message(number, difference),
      {
        expected: `${difference?.member} ${JSON.stringify(difference?.expected)}`,
        received: JSON.stringify(difference?.received),
        exchange,
        steps: this.#history.slice(0, before),
      },
      membersCompared(exchange.operation, telling),
    )
  }

  // A refusal may have any reason, unless a new stream accepts the same.
  async #weigh(subject: Subject, { body }: Sent, exchange: Exchange, before: number): Promise<void> {
    const { must, given } = this.#tester
    const fresh = await this.#make({})
    const renewed = 'name' in body ? { ...body, name: given.name() } : body
    const control = await this.#send(fresh, { body: renewed, as: 'valid' })
    if (!isAccepted(control)) return
    must.that(false, `An update that a new stream accepts was refused after: ${this.#deeds.join(', ')}.`, {
      expected: `stream ${subject.number} accepts it, as the control beside it does`,
      received: describeResponse(exchange),
      exchange,
      control,
      steps: this.#history.slice(0, before),
    })
  }

  #message(number: number, difference: Difference | null): string {
    return `${difference?.member} of stream ${number} is not what the accepted updates made of it: ${this.#deeds.join(', ')}.`
  }
}
