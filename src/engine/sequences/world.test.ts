// Tests the requests that the model's world sends, and the failures that it finds.
import { expect, test } from 'vitest'
import { eventStreams } from '../../../suites/resources/event-streams.ts'
import { ConformanceFailure, Inconclusive, NotRun } from '../../oracle/index.ts'
import type { RunConfig } from '../config.ts'
import { configOf, contextIn, profile, settingOf } from '../setting.testing.ts'
import { type Answer, serveStreams } from '../stream-server.testing.ts'
import type { TestContext } from '../test-context.ts'
import type { Sent } from './model.ts'
import { World } from './world.ts'

const worldOf = (context: TestContext): World => new World(context, context.resource(eventStreams))

const worldAt = async (answer?: Parameters<typeof serveStreams>[0], config: Partial<RunConfig> = {}) => {
  const baseUrl = await serveStreams(answer)
  const setting = settingOf(configOf({ baseUrl, ...config }))
  const attempted = contextIn(setting)
  const sent = (): unknown[] =>
    setting.exchanges.map(({ request }) => [request.method, JSON.parse(request.body ?? 'null')])
  return { ...setting, ...attempted, world: worldOf(attempted.context), sent }
}

const valid = (body: Sent['body']): Sent => ({ body, as: 'valid' })

const failureOf = async (run: Promise<void>): Promise<ConformanceFailure> => {
  const error: unknown = await run.then(
    () => 'no failure',
    (thrown: unknown) => thrown,
  )
  if (error instanceof ConformanceFailure) return error
  throw new Error(String(error))
}

test('a stream is created once, at the first use of its slot', async () => {
  const { world, owned, exchanges } = await worldAt()
  expect(world.requests).toBe(0)
  const [first, second] = [await world.member(0), await world.member(2)]
  expect([first.number, second.number]).toEqual([1, 3])
  expect(await world.member(0, 5)).toBe(first)
  // The calibration creates two streams, and the world creates two.
  expect(world.made.map(({ id }) => id)).toEqual([first.subject.id, second.subject.id])
  for (const { id } of world.made) expect(owned).toContain(id)
  expect(world.requests).toBe(2)
  expect(exchanges.length).toBeGreaterThan(2)
})

test.each([
  [0, 'user.created', '', undefined],
  [1, 'user.updated', '-1', 'disabled'],
  [2, 'user.updated', '-2', undefined],
  [3, 'user.created', '-3', 'enabled'],
  [4, 'user.created', '', 'disabled'],
])(
  'number %i decides the subscriptions, the destination and the state of a new stream',
  async (pick, type, username, state) => {
    const { world } = await worldAt()
    const { subject, model } = await world.member(0, pick)
    const { name, subscriptions, destination, status } = JSON.parse(subject.created.request.body ?? '{}')
    expect(name).toMatch(/^tc-0123abcd \d+$/)
    expect(subscriptions[0]).toEqual({ event_type: type })
    expect(destination.configuration.webhook_authorization.username).toBe(`tc-0123abcd${username}`)
    expect(status).toBe(state)
    expect(model.state).toBe(state ?? 'enabled')
  },
)

test('without a known field a stream is created without a state', async () => {
  const { forwardingStateField: _, ...eventStream } = profile.eventStream ?? {}
  const { world } = await worldAt(undefined, { profile: { ...profile, eventStream } })
  const { subject, model } = await world.member(0, 1)
  expect(JSON.parse(subject.created.request.body ?? '{}')).not.toHaveProperty('status')
  expect(model.state).toBeNull()
})

test('an accepted update is evidence if the response agrees with the updates of the stream', async () => {
  const { world, evidence, sent } = await worldAt()
  const member = await world.member(0)
  await world.update(member, valid({ name: 'b' }), 'rename')
  await world.update(member, { body: { status: 'enabled' }, as: 'open' }, 'send the current state to')
  expect(evidence.map(({ kind }) => kind)).toEqual(['condition', 'condition'])
  for (const { compared } of evidence)
    expect(compared).toEqual(
      expect.arrayContaining(['event-streams.update /name', 'event-streams.update /status']),
    )
  expect(sent().slice(-2)).toEqual([
    ['PATCH', { name: 'b' }],
    ['PATCH', { status: 'enabled' }],
  ])
  expect(world.requests).toBe(3)
})

test('a member that differs from the updates is a failure, with all earlier requests as steps', async () => {
  let renamed = false
  const { world, evidence } = await worldAt(({ method, body }) => {
    if (method === 'PATCH' && body.name === 'b') renamed = true
    return undefined
  })
  const [first, second] = [await world.member(0), await world.member(1)]
  await world.update(first, valid({ name: 'b' }), 'rename')
  expect(renamed).toBe(true)
  // The model expects an update that the tenant does not know.
  first.model.take({ name: 'c' })
  const failure = await failureOf(world.update(first, valid({ status: 'disabled' }), 'toggle'))
  expect(failure.message).toBe(
    'name of event stream 1 differs from the result of the accepted updates: rename event stream 1, toggle event stream 1.',
  )
  expect(failure.detail).toMatchObject({ expected: 'name "c"', received: '"b"' })
  expect(failure.detail.exchange?.request.body).toBe('{"status":"disabled"}')
  expect(failure.detail.steps?.map(({ request }) => request.method)).toEqual(['POST', 'POST', 'PATCH'])
  expect(failure.detail.steps?.[1]).toBe(second.subject.created)
  expect(evidence).toHaveLength(1)
})

test.each([
  ['an invalid update', { body: { name: 'b' }, as: 'invalid' }],
  ['one without a valid token', { body: { name: 'b' }, as: 'unauthorised', principal: 'none' }],
] as const)('if the tenant accepts %s, another clause fails, and all values are unknown', async (_, sent) => {
  const { world, evidence } = await worldAt()
  const member = await world.member(0)
  await world.update(member, sent, 'send something')
  expect(member.model.state).toBeNull()
  await world.update(member, valid({}), 'read')
  expect(member.model.state).toBe('enabled')
  expect(evidence).toHaveLength(1)
})

test.each([200, 299, 500, 503])(
  'after a response with status %i and no stream, all values are unknown',
  async (status) => {
    const { world } = await worldAt(({ method }) =>
      method === 'PATCH' ? { status, body: { message: 'hm' } } : undefined,
    )
    const member = await world.member(0)
    await world.update(member, valid({ name: 'b' }), 'rename')
    expect(member.model.state).toBeNull()
  },
)

test.each([
  [300, 'valid'],
  [401, 'valid'],
  [403, 'valid'],
  [409, 'valid'],
  [499, 'valid'],
  [400, 'open'],
  [400, 'invalid'],
  [400, 'unauthorised'],
] as const)('a refusal by %i of a request that is %s leaves the model unchanged', async (status, as) => {
  const { world, owned, evidence } = await worldAt(({ method, body }) =>
    method === 'PATCH' && body.name === 'b' ? { status, body: { message: 'no' } } : undefined,
  )
  const member = await world.member(0)
  const made = owned.length
  await world.update(member, { body: { name: 'b' }, as }, 'rename')
  expect(member.model.state).toBe('enabled')
  await world.finish()
  expect(owned).toHaveLength(made)
  expect(evidence).toHaveLength(1)
})

test.each([400, 422])(
  'a refusal with %i of a request that a new stream accepts is a failure',
  async (status) => {
    let refusing = ''
    const { world, sent, exchanges } = await worldAt(({ method, id }) =>
      method === 'PATCH' && id === refusing ? { status, body: { message: 'no' } } : undefined,
    )
    const member = await world.member(0)
    refusing = member.subject.id
    const failure = await failureOf(world.update(member, valid({ name: 'b', status: 'disabled' }), 'rename'))
    expect(failure.message).toBe(
      'The tenant refused an update that it accepts for a new event stream, after these requests: rename event stream 1.',
    )
    expect(failure.detail).toMatchObject({
      expected: 'the update of event stream 1 is accepted, like the control request',
      received: `${status} {"message":"no"}`,
    })
    expect(failure.detail.exchange?.request.body).toBe('{"name":"b","status":"disabled"}')
    expect(failure.detail.control).toMatchObject(exchanges.at(-1) ?? {})
    expect(failure.detail.steps).toEqual([member.subject.created])
    // The control has another name, because names may have to be unique.
    const [method, again] = sent().at(-1) as [string, Record<string, unknown>]
    expect([method, again.status]).toEqual(['PATCH', 'disabled'])
    expect(again.name).toMatch(/^tc-0123abcd \d+$/)
    expect(world.made).toHaveLength(2)
  },
)

test.each([404, 410])('a stream that was found before and then returns %i is a failure', async (status) => {
  let refusing = ''
  const { world } = await worldAt(({ method, id, body }) =>
    method === 'PATCH' && id === refusing && 'name' in body ? { status } : undefined,
  )
  const member = await world.member(0)
  refusing = member.subject.id
  await world.update(member, { body: {}, as: 'valid' }, 'read')
  const failure = await failureOf(world.update(member, valid({ name: 'b' }), 'rename'))
  expect(failure.message).toMatch(/after these requests: read event stream 1, rename event stream 1\.$/)
})

test.each([404, 410])('a stream that is never found was not created: %i', async (status) => {
  const { world, findings } = await worldAt(({ method }) => (method === 'PATCH' ? { status } : undefined))
  const member = await world.member(0)
  await expect(world.update(member, valid({ name: 'b' }), 'rename')).rejects.toThrow(
    /a read with the id that the creation returned finds no event stream/,
  )
  expect(findings.of('event-streams.create.stored').violations[0]?.failure.message).toMatch(
    /A read with the id that the creation returned finds no resource/,
  )
})

test('a stream that is found a moment later is no failure', async () => {
  let asked = 0
  const { world, findings } = await worldAt(({ method }) => {
    asked += method === 'PATCH' ? 1 : 0
    return method === 'PATCH' && asked === 1 ? { status: 404 } : undefined
  })
  const member = await world.member(0)
  await world.update(member, valid({ name: 'b' }), 'rename')
  expect(asked).toBeGreaterThan(1)
  expect(findings.of('event-streams.create.stored').violated).toBe(0)
})

test('a refusal is reported with all earlier requests, and its control is a valid request', async () => {
  let refusing = ''
  const { world, findings } = await worldAt(({ method, id, body }) =>
    method === 'PATCH' && id === refusing && 'name' in body ? { status: 400 } : undefined,
  )
  const member = await world.member(0)
  await world.update(member, valid({ status: 'disabled' }), 'toggle')
  refusing = member.subject.id
  const served = (): number => findings.of('event-streams.update.accepts').satisfied
  const before = served()
  const { message } = await failureOf(world.update(member, valid({ name: 'b' }), 'rename'))
  expect(message).toContain('after these requests: toggle event stream 1, rename event stream 1.')
  expect(served()).toBe(before + 1)
})

test('an open request gives a finding only after a server error', async () => {
  let status = 200
  const { world, findings } = await worldAt(({ method }) =>
    method === 'PATCH' && status !== 200 ? { status } : undefined,
  )
  const member = await world.member(0)
  const said = async (as: Sent['as'], answered: number) => {
    status = answered
    const now = () =>
      ['accepts', 'no-server-error'].flatMap((name) => {
        const { satisfied, violated } = findings.of(`event-streams.update.${name}`)
        return [satisfied, violated]
      })
    const before = now()
    await world.update(member, { body: { status: 'disabled' }, as }, 'send')
    return now().map((count, index) => count - (before[index] ?? 0))
  }
  expect(await said('open', 500)).toEqual([0, 0, 0, 1])
  expect(await said('open', 400)).toEqual([0, 0, 0, 0])
  expect(await said('open', 200)).toEqual([0, 0, 0, 0])
  expect(await said('valid', 200)).toEqual([1, 0, 0, 0])
  expect(await said('valid', 500)).toEqual([0, 1, 0, 0])
  expect(await said('invalid', 400)).toEqual([0, 0, 1, 0])
  expect(await said('unauthorised', 500)).toEqual([0, 0, 0, 1])
})

test('a member that cannot be read, or does not show its set value, raises a doubt and is no evidence', async () => {
  const { world, doubts, evidence } = await worldAt(({ method, streams }, stored) => {
    // The calibration receives another name than the sent name. Later responses show the sent name.
    if (method === 'PATCH' && streams < 3) Object.assign(stored, { name: 'another' })
    if (streams >= 2) Object.assign(stored, { created_at: null })
    return undefined
  })
  const member = await world.member(0)
  expect(member.subject.telling.has('name')).toBe(false)
  await world.update(member, valid({ status: 'disabled' }), 'toggle')
  expect(doubts).toEqual([
    'created_at is missing or has another form than specified',
    'a read does not show the set value of name, so this value proves nothing',
  ])
  const [{ compared = [] } = {}] = evidence
  expect(compared).toContain('event-streams.update /status')
  expect(compared).not.toContain('event-streams.update /name')
  expect(compared).not.toContain('event-streams.update /created_at')
})

test('a tenant that shows all members raises no doubt', async () => {
  const { world, doubts } = await worldAt()
  await world.update(await world.member(0), valid({ name: 'b' }), 'rename')
  expect(doubts).toEqual([])
})

test('a request without a name is sent to the new stream unchanged', async () => {
  let refusing = ''
  const { world, sent } = await worldAt(({ method, id }) =>
    method === 'PATCH' && id === refusing ? { status: 400 } : undefined,
  )
  const member = await world.member(0)
  refusing = member.subject.id
  await failureOf(world.update(member, valid({ status: 'disabled' }), 'toggle'))
  expect(sent().at(-1)).toEqual(['PATCH', { status: 'disabled' }])
})

test('a request that a new stream also refuses is no failure', async () => {
  const { world, evidence } = await worldAt(({ method, body }) =>
    method === 'PATCH' && 'name' in body ? { status: 400 } : undefined,
  )
  const member = await world.member(0)
  await world.update(member, valid({ name: 'b' }), 'rename')
  expect(evidence).toEqual([])
  expect(world.made).toHaveLength(2)
})

test('no response, or an endless 429, is inconclusive', async () => {
  let answer: Answer
  const { context } = await worldAt(({ method }) => (method === 'PATCH' ? answer : undefined))
  // Without this option, the client would wait and repeat the request after a 429.
  const call: TestContext['call'] = (request, options) =>
    context.call(request, { ...options, retryOnRateLimit: false })
  const world = worldOf({ ...context, call })
  const member = await world.member(0)
  answer = null
  const closed = world.update(member, valid({ name: 'b' }), 'rename')
  await expect(closed).rejects.toBeInstanceOf(Inconclusive)
  await expect(closed).rejects.toThrow(/clos/)
  answer = { status: 429 }
  const limited = world.update(member, valid({ name: 'b' }), 'rename')
  await expect(limited).rejects.toBeInstanceOf(Inconclusive)
  await expect(limited).rejects.toThrow('the tenant kept returning 429: run with a lower --rate')
})

test('every stream is read once more at the end', async () => {
  const { world, sent, exchanges } = await worldAt()
  const ids = [(await world.member(1)).subject.id, (await world.member(0)).subject.id]
  await world.finish()
  expect(sent().slice(-2)).toEqual([
    ['PATCH', {}],
    ['PATCH', {}],
  ])
  expect(exchanges.slice(-2).map(({ request }) => request.url.split('/').at(-1))).toEqual(ids)
  expect(world.requests).toBe(4)
})

test('a failure in the last read is reported as a read', async () => {
  const { world } = await worldAt()
  const member = await world.member(0)
  await world.update(member, valid({ name: 'b' }), 'rename')
  member.model.take({ name: 'c' })
  const { message } = await failureOf(world.finish())
  expect(message).toContain('of the accepted updates: rename event stream 1, read event stream 1.')
})

test('a token that cannot be altered is omitted instead; other errors are rethrown', async () => {
  const { world, exchanges } = await worldAt(({ token }) => (token === '' ? { status: 401 } : undefined))
  const member = await world.member(0)
  const altered: Sent = { body: { name: 'b' }, as: 'unauthorised', principal: 'altered-signature' }
  await world.update(member, altered, 'send an update without a valid token to')
  expect(exchanges.at(-1)).toMatchObject({ principal: 'none', response: { status: 401 } })
  const expired = { ...altered, principal: 'expired' } as const
  await expect(world.update(member, expired, 'send')).rejects.toBeInstanceOf(NotRun)
})
