// The commands of the stateful model: what may be sent to an event stream at any time, and what it has to make of it.
import fc from 'fast-check'
import type { JsonObject } from '../base/json.ts'
import type { Given } from './given.ts'
import type { ModelStream } from './model-stream.ts'
import type { ModelWorld } from './model-world.ts'
import type { Principal } from './principal.ts'

/** One update, ready to be sent. */
export interface Sent {
  readonly body: JsonObject
  /**
   * `valid`: a new stream accepts it; `open`: whether it is accepted is not shown; `invalid` and `unauthorised`: it
   * must be refused.
   */
  readonly as: 'valid' | 'open' | 'invalid' | 'unauthorised'
  readonly principal?: Principal
}

type Make = (given: Given, stream: ModelStream, pick: number) => Sent | null

const other = (stream: ModelStream): 'enabled' | 'disabled' =>
  stream.state === 'enabled' ? 'disabled' : 'enabled'

const subscriptions = (given: Given, stream: ModelStream, pick: number): JsonObject => {
  const lists = given.subscriptions()
  const at = (index: number): JsonObject => ({ subscriptions: lists[index % lists.length] ?? lists[0] })
  return stream.mayBe(at(pick)) ? at(pick + 1) : at(pick)
}

const destination = (given: Given, stream: ModelStream, pick: number): JsonObject => {
  const at = (variant: number): JsonObject => ({ destination: given.destination(variant % 4) })
  return stream.mayBe(at(pick)) ? at(pick + 1) : at(pick)
}

// The members that an update may change, each to another value than it has.
const changes = (given: Given, stream: ModelStream, pick: number): readonly JsonObject[] => [
  { name: given.name() },
  subscriptions(given, stream, pick),
  ...(stream.state === null ? [] : [given.state(other(stream))]),
  destination(given, stream, pick),
]

// What is there already may be refused as no change; all else is what a new stream accepts.
const change = (stream: ModelStream, body: JsonObject): Sent => ({
  body,
  as: stream.mayBe(body) ? 'open' : 'valid',
})

const several: Make = (given, stream, pick) => {
  const all = changes(given, stream, pick)
  const count = pick < 12 ? 2 : pick < 18 ? 3 : 4
  // Neighbours or next but one: of four members every pair occurs.
  const step = count === 2 ? 1 + (pick % 2) : 1
  const chosen = Array.from({ length: count }, (_, index) => all[((pick >> 1) + index * step) % all.length])
  return change(stream, Object.assign({}, ...chosen) as JsonObject)
}

const spoilt: Make = (given, stream, pick) => {
  const [name, list, ...others] = changes(given, stream, pick)
  const bodies: readonly JsonObject[] = [
    { ...name, subscriptions: 'none' },
    { ...list, name: '' },
    ...others.map((valid) => ({ ...valid, name: given.nameOfLength(129) })),
    { ...name, destination: 'nowhere' },
    ...(stream.state === null ? [] : [{ ...name, ...given.state('paused') }]),
  ]
  return { body: bodies[pick % bodies.length] ?? {}, as: 'invalid' }
}

const unauthorised: Make = (given, stream, pick) => ({
  body: changes(given, stream, pick)[pick % 3] ?? {},
  as: 'unauthorised',
  principal: pick % 2 === 0 ? 'none' : 'altered-signature',
})

const toggle: Make = (given, stream) =>
  stream.state === null ? null : { body: given.state(other(stream)), as: 'valid' }

const makes = {
  rename: (given) => ({ body: { name: given.name() }, as: 'valid' }),
  toggle,
  'change the subscriptions of': (given, stream, pick) => change(stream, subscriptions(given, stream, pick)),
  'change the destination of': (given, stream, pick) => change(stream, destination(given, stream, pick)),
  'change several members of': several,
  read: () => ({ body: {}, as: 'valid' }),
  'send its state to': (given, stream) =>
    stream.state === null ? null : { body: given.state(stream.state), as: 'open' },
  'send something invalid to': spoilt,
  'send without a valid token to': unauthorised,
} satisfies Readonly<Record<string, Make>>

/** What a command does, in words. */
export type Deed = keyof typeof makes

class UpdateCommand implements fc.AsyncCommand<object, ModelWorld> {
  readonly #deed: Deed
  readonly #slot: number
  readonly #pick: number

  constructor(deed: Deed, slot: number, pick: number) {
    this.#deed = deed
    this.#slot = slot
    this.#pick = pick
  }

  check(): boolean {
    return true
  }

  async run(_: object, world: ModelWorld): Promise<void> {
    const stream = await world.stream(this.#slot)
    const make: Make = makes[this.#deed]
    const sent = make(world.given, stream.model, this.#pick)
    if (sent !== null) await world.update(stream, sent, this.#deed)
  }

  toString(): string {
    return `${this.#deed} stream ${this.#slot + 1}`
  }
}

class CreateCommand implements fc.AsyncCommand<object, ModelWorld> {
  readonly #slot: number
  readonly #pick: number

  constructor(slot: number, pick: number) {
    this.#slot = slot
    this.#pick = pick
  }

  check(): boolean {
    return true
  }

  async run(_: object, world: ModelWorld): Promise<void> {
    await world.stream(this.#slot, this.#pick)
  }

  toString(): string {
    return `create stream ${this.#slot + 1}`
  }
}

// Two streams of which much happens, and a third: what changes something is drawn more often, too.
const slot = fc.constantFrom(0, 1, 0, 2)
const pick = fc.nat({ max: 23 })
const often: readonly Deed[] = ['rename', 'toggle', 'toggle', 'toggle', 'change several members of']

/** Sequences of commands over several streams, which fast-check shrinks to the shortest one that fails. */
export function commandSequences(
  commandsMax: number,
): fc.Arbitrary<Iterable<fc.AsyncCommand<object, ModelWorld>>> {
  const update = (deed: Deed): fc.Arbitrary<UpdateCommand> =>
    fc.tuple(slot, pick).map(([place, number]) => new UpdateCommand(deed, place, number))
  const create = fc.tuple(slot, pick).map(([place, number]) => new CreateCommand(place, number))
  const deeds = [...often, ...(Object.keys(makes) as Deed[])]
  return fc.commands<object, ModelWorld, false>([create, ...deeds.map(update)], {
    maxCommands: commandsMax,
    size: 'max',
  })
}
