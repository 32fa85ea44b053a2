// Tests the commands of the model by sending them to the reference tenant.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventStreams } from '../../../suites/resources/event-streams.ts'
import { bodyOf, type Exchange, statusOf } from '../../base/exchange.ts'
import { equal, isObject, type Json, type JsonObject, parse } from '../../base/json.ts'
import { startTenant, type Tenant } from '../../tenant/index.ts'
import { exchangeOf, stream } from '../exchange.testing.ts'
import { configOf, contextIn, profile, settingOf } from '../setting.testing.ts'
import { commandSequences, type Vocabulary } from './command.ts'
import { Model, type Sent } from './model.ts'
import { vocabularyOf } from './sequence.ts'
import { World } from './world.ts'

const commandsMax = 40

const sequences = (vocabulary: Vocabulary, seed: number, count: number) =>
  fc
    .sample(commandSequences(vocabulary, commandsMax), { seed, numRuns: count })
    .map((sequence) => [...sequence])

interface Done {
  readonly exchange: Exchange
  readonly sent: JsonObject
  readonly principal: string
  readonly status: number
  readonly before: JsonObject
}

let tenant: Tenant
beforeAll(async () => {
  // The tenant delays no request and closes no connection early.
  tenant = await startTenant({
    rateLimit: { burst: 10_000, perSecond: 10_000 },
    variation: { connection: 'close' },
  })
})
afterAll(() => tenant.close())

const inside = (declared = profile) => {
  const config = configOf(
    { baseUrl: tenant.baseUrl, profile: declared },
    tenant.environment.TENANT_ACCESS_TOKEN,
  )
  const setting = settingOf(config)
  const { context } = contextIn(setting)
  const collection = context.resource(eventStreams)
  const vocabulary = vocabularyOf(collection)
  return { ...setting, collection, vocabulary, world: new World(context, collection) }
}

const objectOf = (text: string | null): JsonObject => {
  const parsed = parse(text ?? '')
  return parsed.ok && isObject(parsed.value) ? parsed.value : {}
}

/** Runs the commands on one stream, one after another. */
async function done(deed: string, count: number, declared = profile): Promise<readonly Done[]> {
  const { world, exchanges, vocabulary } = inside(declared)
  const commands = sequences(vocabulary, 11, 60)
    .flat()
    .filter((command) => command.toString().startsWith(`${deed} event stream`))
  expect(commands.length).toBeGreaterThanOrEqual(count)
  const shown = new Map<string, JsonObject>()
  const all: Done[] = []
  let seen = 0
  for (const command of commands.slice(0, count)) {
    await command.run({}, world)
    for (const exchange of exchanges.slice(seen)) {
      const body = bodyOf(exchange)
      const answer = body.ok && isObject(body.value) ? body.value : {}
      const id = exchange.request.url.split('/').at(-1) ?? ''
      const made = exchange.operation === 'event-streams.create'
      if (!made && world.made.some((subject) => subject.id === id))
        all.push({
          exchange,
          sent: objectOf(exchange.request.body),
          principal: exchange.principal,
          status: statusOf(exchange),
          before: shown.get(id) ?? {},
        })
      if (statusOf(exchange) < 300) shown.set(made ? String(answer.id) : id, answer)
    }
    seen = exchanges.length
  }
  return all
}

const membersOf = ({ sent }: Done): string => Object.keys(sent).sort().join(' ')
const kinds = (all: readonly Done[], kind: (one: Done) => Json): ReadonlySet<string> =>
  new Set(all.map((one) => JSON.stringify(kind(one))))
const statuses = (all: readonly Done[]): readonly number[] => [...new Set(all.map(({ status }) => status))]

// Expects each sent value to differ from the value before. The response omits the credential of the
// destination.
const changesAll = (all: readonly Done[]): void => {
  for (const { sent, before } of all)
    for (const [member, value] of Object.entries(sent))
      expect(equal(before[member], value), member).toBe(false)
}

test('sequences are long and contain every command, mostly changes', () => {
  const drawn = sequences(inside().vocabulary, 3, 120)
  const lengths = drawn.map((sequence) => sequence.length)
  expect(Math.max(...lengths)).toBeGreaterThan(30)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(commandsMax)
  const counts = new Map<string, number>()
  for (const command of drawn.flat()) {
    const [, deed = '', slot = ''] = /^(.+) event stream (\d)$/.exec(command.toString()) ?? []
    for (const key of [deed, `stream ${slot}`]) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const of = (key: string): number => counts.get(key) ?? 0
  expect([...counts.keys()].sort()).toEqual(
    [
      'change several members of',
      'change the destination of',
      'change the subscriptions of',
      'create',
      'read',
      'rename',
      'send the current state to',
      'send an invalid update to',
      'send an update without a valid token to',
      'stream 1',
      'stream 2',
      'stream 3',
      'toggle',
    ].sort(),
  )
  expect(of('toggle')).toBeGreaterThan(2.5 * of('read'))
  expect(of('rename')).toBeGreaterThan(1.4 * of('read'))
  expect(of('change several members of')).toBeGreaterThan(1.4 * of('read'))
  expect(of('stream 1')).toBeGreaterThan(1.5 * of('stream 2'))
})

test('a command may occur at any time', () => {
  for (const command of sequences(inside().vocabulary, 3, 5).flat()) expect(command.check({})).toBe(true)
})

test('a stream is created as it is drawn', async () => {
  const { world, exchanges, vocabulary } = inside()
  const creations = sequences(vocabulary, 11, 40)
    .flat()
    .filter((command) => command.toString().startsWith('create event stream'))
  for (const command of creations.slice(0, 12)) await command.run({}, world)
  expect(world.made).toHaveLength(3)
  expect(exchanges.filter(({ operation }) => operation === 'event-streams.update').length).toBeLessThan(8)
})

test('a renaming sends a unique name', async () => {
  const all = await done('rename', 20)
  expect(all).toHaveLength(20)
  expect(kinds(all, membersOf)).toEqual(new Set(['"name"']))
  expect(kinds(all, ({ sent }) => sent).size).toBe(20)
  expect(statuses(all)).toEqual([200])
})

test('a toggle sends the stream’s other state', async () => {
  const all = await done('toggle', 20)
  expect(kinds(all, ({ sent }) => sent)).toEqual(new Set(['{"status":"disabled"}', '{"status":"enabled"}']))
  changesAll(all)
})

test('the current state is sent unchanged', async () => {
  const all = await done('send the current state to', 20)
  expect(kinds(all, ({ sent }) => sent).size).toBeGreaterThan(0)
  for (const { sent, before } of all) expect(sent).toEqual({ status: before.status })
})

test('subscriptions and destinations change to new values each time', async () => {
  const lists = await done('change the subscriptions of', 30)
  expect(kinds(lists, ({ sent }) => sent).size).toBe(4)
  expect(kinds(lists, membersOf)).toEqual(new Set(['"subscriptions"']))
  changesAll(lists)
  const places = await done('change the destination of', 30)
  expect(kinds(places, ({ sent }) => sent).size).toBe(4)
  expect(kinds(places, membersOf)).toEqual(new Set(['"destination"']))
  changesAll(places)
  expect(statuses([...lists, ...places])).toEqual([200])
})

test('several members change together: two, three or four, and every pair', async () => {
  const all = await done('change several members of', 80)
  const found = [...kinds(all, membersOf)]
  expect(found.filter((one) => one.split(' ').length === 2).sort()).toEqual(
    [
      '"destination name"',
      '"destination status"',
      '"destination subscriptions"',
      '"name status"',
      '"name subscriptions"',
      '"status subscriptions"',
    ].sort(),
  )
  expect(found.filter((one) => one.split(' ').length === 3).sort()).toEqual([
    '"destination name status"',
    '"destination name subscriptions"',
    '"name status subscriptions"',
  ])
  expect(found).toContain('"destination name status subscriptions"')
  expect(found).toHaveLength(10)
  const pairs = all.filter(({ sent }) => Object.keys(sent).length === 2)
  expect(pairs.length / all.length).toBeGreaterThan(0.35)
  changesAll(all)
  expect(statuses(all)).toEqual([200])
})

test('a read sends nothing', async () => {
  const all = await done('read', 5)
  expect(kinds(all, ({ sent }) => sent)).toEqual(new Set(['{}']))
  expect(statuses(all)).toEqual([200])
})

test('each invalid member is refused, before or after valid members', async () => {
  const all = await done('send an invalid update to', 50)
  expect(statuses(all)).toEqual([400])
  const lengthOf = (value: Json | undefined): Json => (typeof value === 'string' ? value.length : 'none')
  const found = kinds(all, ({ sent: { name, ...rest } }) => [
    lengthOf(name) === 0 || lengthOf(name) === 129 ? lengthOf(name) : 'a name',
    ...Object.entries(rest).map(([member, value]) =>
      typeof value === 'string' && member !== 'status'
        ? `${member} ${value}`
        : member === 'status' && value === 'paused'
          ? 'paused'
          : member,
    ),
  ])
  expect([...found].sort()).toEqual(
    [
      '["a name","subscriptions none"]',
      '[0,"subscriptions"]',
      '[129,"status"]',
      '[129,"destination"]',
      '["a name","destination nowhere"]',
      '["a name","paused"]',
    ].sort(),
  )
})

test('a valid update is refused without a token, or with an altered signature', async () => {
  const all = await done('send an update without a valid token to', 30)
  expect(statuses(all)).toEqual([401])
  expect(kinds(all, ({ principal }) => principal)).toEqual(new Set(['"none"', '"altered-signature"']))
  expect(kinds(all, membersOf)).toEqual(new Set(['"name"', '"subscriptions"', '"status"']))
})

test('while the state field is unknown, no command contains a state', async () => {
  const { forwardingStateField: _, ...eventStream } = profile.eventStream ?? {}
  const declared = { ...profile, eventStream }
  for (const deed of ['toggle', 'send the current state to'])
    expect(await done(deed, 5, declared)).toEqual([])
  const several = await done('change several members of', 30, declared)
  expect(kinds(several, membersOf)).toEqual(
    new Set(
      [
        'destination name',
        'destination subscriptions',
        'name subscriptions',
        'destination name subscriptions',
      ].map((one) => JSON.stringify(one)),
    ),
  )
  const spoilt = await done('send an invalid update to', 20, declared)
  expect(kinds(spoilt, ({ sent }) => 'status' in sent)).toEqual(new Set(['false']))
  expect(statuses(spoilt)).toEqual([400])
  const unauthorised = await done('send an update without a valid token to', 20, declared)
  expect(kinds(unauthorised, membersOf)).toEqual(new Set(['"name"', '"subscriptions"', '"destination"']))
})

test('with one event type the same list is sent again, because no other list exists', async () => {
  const declared = { ...profile, eventStream: { ...profile.eventStream, eventTypes: ['user.created'] } }
  const all = await done('change the subscriptions of', 8, declared)
  expect(kinds(all, ({ sent }) => sent)).toEqual(
    new Set(['{"subscriptions":[{"event_type":"user.created"}]}']),
  )
})

interface Told extends Sent {
  readonly deed: string
}

/** Records the commands without sending them. */
const noting = (declared = profile, shown: JsonObject | null = stream) => {
  const told: Told[] = []
  const { collection, vocabulary } = inside(declared)
  const { canonical } = collection.seen(exchangeOf())
  const model = new Model({ canonical, compared: collection.settable, state: collection.state })
  if (shown !== null) model.compare(shown)
  const member = { number: 1, subject: {}, model }
  const world = {
    member: async () => member,
    update: async (_: unknown, sent: Sent, deed: string) => void told.push({ ...sent, deed }),
  }
  return { told, vocabulary, world: world as unknown as World }
}

async function toldBy(deed: string, count: number, declared = profile): Promise<readonly Told[]> {
  const { told, world, vocabulary } = noting(declared)
  for (const command of sequences(vocabulary, 5, count).flat())
    if (command.toString().startsWith(`${deed} event stream`)) await command.run({}, world)
  return told
}

const shareOf = (all: readonly Told[], which: (one: Told) => boolean): number =>
  all.filter(which).length / all.length

test('each command states the expected outcome of its request', async () => {
  const as = async (deed: string, declared = profile) => [
    ...new Set((await toldBy(deed, 60, declared)).map((one) => one.as)),
  ]
  for (const deed of ['rename', 'toggle', 'read', 'change several members of'])
    expect(await as(deed)).toEqual(['valid'])
  expect(await as('change the subscriptions of')).toEqual(['valid'])
  expect(await as('change the destination of')).toEqual(['valid'])
  expect(await as('send the current state to')).toEqual(['open'])
  expect(await as('send an invalid update to')).toEqual(['invalid'])
  expect(await as('send an update without a valid token to')).toEqual(['unauthorised'])
  // The tenant may refuse this request, because it changes nothing.
  const one = { ...profile, eventStream: { ...profile.eventStream, eventTypes: ['user.created'] } }
  expect(await as('change the subscriptions of', one)).toEqual(['open'])
})

test('while the stream is unknown, the tenant must accept a new name, but may refuse other values', async () => {
  const { told, world, vocabulary } = noting(profile, null)
  for (const command of sequences(vocabulary, 5, 60).flat()) await command.run({}, world)
  const as = (deed: string) => new Set(told.filter((one) => one.deed === deed).map((one) => one.as))
  expect(as('rename')).toEqual(new Set(['valid']))
  expect(as('change the subscriptions of')).toEqual(new Set(['open']))
  expect(as('change the destination of')).toEqual(new Set(['open']))
})

test('half of the changes of several members have two members, a quarter three, and a quarter all', async () => {
  const all = await toldBy('change several members of', 2_000)
  const share = (members: number) => shareOf(all, ({ body }) => Object.keys(body).length === members)
  expect(Math.abs(share(2) - 0.5)).toBeLessThan(0.02)
  expect(Math.abs(share(3) - 0.25)).toBeLessThan(0.02)
  expect(Math.abs(share(4) - 0.25)).toBeLessThan(0.02)
})

test('a contract without credentials has no request without a valid token', () => {
  const { vocabulary } = inside()
  const deeds = (authenticated: boolean): string =>
    sequences({ ...vocabulary, authenticated }, 11, 60)
      .flat()
      .join()
  expect(vocabulary.authenticated).toBe(true)
  expect(deeds(true)).toContain('without a valid token')
  expect(deeds(false)).not.toContain('without a valid token')
})

test('half of the requests without a valid token have no token', async () => {
  const all = await toldBy('send an update without a valid token to', 500)
  expect(Math.abs(shareOf(all, ({ principal }) => principal === 'none') - 0.5)).toBeLessThan(0.05)
})

test('while the state is unknown, another member makes a request invalid', async () => {
  const { told, world, vocabulary } = noting(profile, null)
  for (const command of sequences(vocabulary, 5, 200).flat()) await command.run({}, world)
  const bodies = told.filter(({ deed }) => deed === 'send an invalid update to').map(({ body }) => body)
  expect(new Set(bodies.map((body) => Object.keys(body).sort().join(' ')))).toEqual(
    new Set(['name subscriptions', 'destination name']),
  )
})

test('a request without a valid token shrinks to a renaming without a token', async () => {
  let last: Told | undefined
  const property = fc.asyncProperty(commandSequences(inside().vocabulary, commandsMax), async (sequence) => {
    const { told, world } = noting()
    for (const command of sequence) await command.run({}, world)
    const found = told.find(({ as }) => as === 'unauthorised')
    if (found === undefined) return
    last = found
    throw new Error('found')
  })
  const { failed } = await fc.check(property, { seed: 3 })
  expect(failed).toBe(true)
  expect([last?.principal, Object.keys(last?.body ?? {})]).toEqual(['none', ['name']])
})
