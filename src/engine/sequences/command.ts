// Defines the commands of random sequences, and their expected outcomes.
import fc from 'fast-check'
import type { JsonObject } from '../../base/json.ts'
import type { Current } from '../under-test/index.ts'
import type { Model, Sent } from './model.ts'
import type { World } from './world.ts'

export interface Vocabulary {
  readonly title: string
  readonly name: string | null
  readonly members: readonly string[]
  readonly authenticated: boolean
  changes(current: Current, pick: number): readonly JsonObject[]
  spoilt(current: Current, pick: number): readonly JsonObject[]
  state(model: Model, which: 'same' | 'other'): JsonObject | null
}

type Make = (vocabulary: Vocabulary, model: Model, pick: number) => Sent | null

// A tenant may refuse an update that changes nothing.
const change = (model: Model, body: JsonObject | undefined): Sent | null =>
  body === undefined ? null : { body, as: model.mayBe(body) ? 'open' : 'valid' }

const changeOf =
  (member: string): Make =>
  ({ changes }, model, pick) =>
    change(
      model,
      changes(model, pick).find((body) => member in body),
    )

const rename: Make = ({ name, changes }, model, pick) => {
  const body = changes(model, pick).find((one) => name !== null && name in one)
  return body === undefined ? null : { body, as: 'valid' }
}

const several: Make = ({ changes }, model, pick) => {
  const all = changes(model, pick)
  if (all.length < 2) return null
  const count = pick < 12 ? 2 : pick < 18 ? 3 : 4
  const step = count === 2 ? 1 + (pick % Math.min(2, all.length - 1)) : 1
  const chosen = Array.from({ length: count }, (_, index) => all[((pick >> 1) + index * step) % all.length])
  return change(model, Object.assign({}, ...chosen) as JsonObject)
}

const spoilt: Make = (vocabulary, model, pick) => {
  const bodies = vocabulary.spoilt(model, pick)
  const body = bodies[pick % bodies.length]
  return body === undefined ? null : { body, as: 'invalid' }
}

const unauthorised: Make = ({ changes }, model, pick) => {
  const all = changes(model, pick).slice(0, 3)
  return {
    body: all[pick % all.length] ?? {},
    as: 'unauthorised',
    principal: pick % 2 === 0 ? 'none' : 'altered-signature',
  }
}

const toggle: Make = ({ state }, model) => {
  const body = state(model, 'other')
  return body === null ? null : { body, as: 'valid' }
}

const sameState: Make = ({ state }, model) => {
  const body = state(model, 'same')
  return body === null ? null : { body, as: 'open' }
}

function deedsFor({
  name,
  members,
  authenticated,
}: Vocabulary): ReadonlyMap<string, { make: Make; times: number }> {
  const named: [string, { make: Make; times: number }][] =
    name === null ? [] : [['rename', { make: rename, times: 2 }]]
  const unauthorisedDeeds: [string, { make: Make; times: number }][] = authenticated
    ? [['send an update without a valid token to', { make: unauthorised, times: 1 }]]
    : []
  return new Map([
    ...named,
    ['toggle', { make: toggle, times: 4 }],
    ...members.map((member): [string, { make: Make; times: number }] => [
      `change the ${member} of`,
      { make: changeOf(member), times: 1 },
    ]),
    ['change several members of', { make: several, times: 2 }],
    ['read', { make: () => ({ body: {}, as: 'valid' }), times: 1 }],
    ['send the current state to', { make: sameState, times: 1 }],
    ['send an invalid update to', { make: spoilt, times: 1 }],
    ...unauthorisedDeeds,
  ])
}

class UpdateCommand implements fc.AsyncCommand<object, World> {
  readonly #deed: string
  readonly #make: Make
  readonly #vocabulary: Vocabulary
  readonly #slot: number
  readonly #pick: number

  constructor(deed: string, make: Make, vocabulary: Vocabulary, slot: number, pick: number) {
    this.#deed = deed
    this.#make = make
    this.#vocabulary = vocabulary
    this.#slot = slot
    this.#pick = pick
  }

  check(): boolean {
    return true
  }

  async run(_: object, world: World): Promise<void> {
    const member = await world.member(this.#slot)
    const sent = this.#make(this.#vocabulary, member.model, this.#pick)
    if (sent !== null) await world.update(member, sent, this.#deed)
  }

  toString(): string {
    return `${this.#deed} ${this.#vocabulary.title} ${this.#slot + 1}`
  }
}

class CreateCommand implements fc.AsyncCommand<object, World> {
  readonly #title: string
  readonly #slot: number
  readonly #pick: number

  constructor(title: string, slot: number, pick: number) {
    this.#title = title
    this.#slot = slot
    this.#pick = pick
  }

  check(): boolean {
    return true
  }

  async run(_: object, world: World): Promise<void> {
    await world.member(this.#slot, this.#pick)
  }

  toString(): string {
    return `create ${this.#title} ${this.#slot + 1}`
  }
}

export function commandSequences(
  vocabulary: Vocabulary,
  commandsMax: number,
): fc.Arbitrary<Iterable<fc.AsyncCommand<object, World>>> {
  const slot = fc.constantFrom(0, 1, 0, 2)
  const pick = fc.nat({ max: 23 })
  const updates = [...deedsFor(vocabulary)].flatMap(([deed, { make, times }]) =>
    Array.from({ length: times }, () =>
      fc.tuple(slot, pick).map(([place, number]) => new UpdateCommand(deed, make, vocabulary, place, number)),
    ),
  )
  const create = fc
    .tuple(slot, pick)
    .map(([place, number]) => new CreateCommand(vocabulary.title, place, number))
  return fc.commands<object, World, false>([create, ...updates], { maxCommands: commandsMax, size: 'max' })
}
