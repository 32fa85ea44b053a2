// Tests the calibration of streams with the reference tenant, and with altered responses.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpoiler, type Spoiling } from '../../../test/member-spoiler.ts'
import { type Asked, type Refused, startTamperingProxy } from '../../../test/tampering-proxy.ts'
import { isObject, type JsonObject, parse } from '../../base/json.ts'
import { closeAfterTest } from '../../client/wire/loopback.testing.ts'
import { Inconclusive } from '../../oracle/index.ts'
import { startTenant, type Tenant } from '../../tenant/index.ts'
import { configOf, contextIn, profile, type Setting, settingOf } from '../setting.testing.ts'
import { noneObservable } from './calibration.ts'

type Tamper = (body: JsonObject, asked: Asked) => JsonObject

let tenant: Tenant
beforeAll(async () => {
  tenant = await startTenant()
})
afterAll(() => tenant.close())

const telling = async (tamper: Tamper = (body) => body, declared = profile): Promise<readonly string[]> =>
  [...(await contextIn(await tampered(tamper, declared)).context.calibrate('event-streams'))].sort()

async function tampered(
  tamper: Tamper,
  declared = profile,
  refuse?: (asked: Asked) => Refused | null,
): Promise<Setting> {
  const lie = (asked: Asked, answer: string): string => {
    const parsed = parse(answer)
    return parsed.ok && isObject(parsed.value) ? JSON.stringify(tamper(parsed.value, asked)) : answer
  }
  const proxy = await startTamperingProxy(tenant.baseUrl, lie, refuse)
  closeAfterTest(() => proxy.close())
  const token = tenant.environment.TENANT_ACCESS_TOKEN
  return settingOf(configOf({ baseUrl: proxy.baseUrl, profile: declared }, token))
}

const all = ['created_at', 'destination', 'id', 'name', 'status', 'subscriptions', 'updated_at']
const without = (...members: string[]): string[] => all.filter((member) => !members.includes(member))

test('every member is observable at a tenant that returns the stored values', async () => {
  expect(await telling()).toEqual(all)
})

test('a state with an unknown field is not observable', async () => {
  const { forwardingStateField: _, ...eventStream } = profile.eventStream ?? {}
  expect(await telling(undefined, { ...profile, eventStream })).toEqual(without('status'))
})

test('with one known event type the subscriptions are still observable', async () => {
  const declared = { ...profile, eventStream: { ...profile.eventStream, eventTypes: ['user.created'] } }
  expect(await telling(undefined, declared)).toEqual(all)
})

const constantOrFalse = ['constant', 'false'] as const
const spoilt: readonly (readonly [string, readonly Spoiling[]])[] = [
  ['name', ['removed', ...constantOrFalse]],
  ['subscriptions', ['removed', ...constantOrFalse]],
  ['destination', ['removed', ...constantOrFalse]],
  // With only two states, other changes of the state cannot be detected.
  ['status', ['removed', 'constant']],
  ['updated_at', ['removed', 'constant']],
  // The run recognises its streams by their ids, so the id must not be missing.
  ['id', constantOrFalse],
]

test.each(spoilt)('%s is not observable if it is %s', async (member, spoilings) => {
  for (const spoiling of spoilings) {
    // Does not alter the id in the response to the creation, because later requests need the true
    // id.
    const spoil = createSpoiler(`/${member}`, spoiling)
    const found = await telling((body, { method }) =>
      member === 'id' && method === 'POST' ? body : (spoil(body) as JsonObject),
    )
    expect(found, spoiling).toEqual(without(member))
  }
})

test('updated_at is not observable if it increases and decreases', async () => {
  const spoil = createSpoiler('/updated_at', 'false')
  expect(await telling((body) => spoil(body) as JsonObject)).toEqual(without('updated_at'))
})

test('an id that all streams share is not observable', async () => {
  const made: string[] = []
  const found = await telling((body, { method, path }) => {
    if (method === 'POST') made.push(String(body.id))
    return path.endsWith('/event-streams') ? { ...body, id: made[0] ?? '' } : body
  })
  expect(found).toEqual(without('id'))
})

test('created_at is not observable if it changes, or if all streams have the same value', async () => {
  const spoil = createSpoiler('/created_at', 'false')
  expect(await telling((body) => spoil(body) as JsonObject)).toEqual(without('created_at'))
  const constant = createSpoiler('/created_at', 'constant')
  expect(await telling((body) => constant(body) as JsonObject)).toEqual(without('created_at'))
})

test('timestamps in whole seconds are observable, because calibration waits a second', async () => {
  const whole: Tamper = (body) =>
    Object.fromEntries(
      Object.entries(body).map(([member, value]) => [
        member,
        member.endsWith('_at') ? String(value).replace(/\.\d+Z$/, 'Z') : value,
      ]),
    )
  expect(await telling(whole)).toEqual(all)
})

test('a member that always shows its first value is not observable', async () => {
  const first = new Map<string, JsonObject>()
  const frozen = await telling((body) => {
    const id = String(body.id)
    if (!first.has(id)) first.set(id, body)
    const { name = null, destination = null } = first.get(id) ?? {}
    return { ...body, name, destination }
  })
  expect(frozen).toEqual(without('name', 'destination'))
})

test('a member that an update returns, but a later read does not, is not observable', async () => {
  const found = await telling((body, { body: sent }) =>
    sent === '{}' ? { ...body, name: 'always the same' } : body,
  )
  expect(found).toEqual(without('name'))
})

test('an id that changes only in a refusal is observable, because refusals prove nothing', async () => {
  const found = await telling((body) => ('statusCode' in body ? { ...body, id: 'another' } : body))
  expect(found).toEqual(all)
})

test('a tenant that creates no stream has no observable member, which is no error', async () => {
  const setting = await tampered(() => ({ hello: 'world' }))
  await expect(contextIn(setting).context.calibrate('event-streams')).rejects.toBeInstanceOf(Inconclusive)
  expect(noneObservable(new Inconclusive('no stream'))).toEqual(new Set())
  expect(() => noneObservable(new TypeError('ours'))).toThrow('ours')
})

test('a refused change proves nothing about constant members, and the tenant may refuse it', async () => {
  const refuse = ({ method, body }: Asked) =>
    method === 'PATCH' && body.startsWith('{"name"') ? { status: 400 } : null
  const setting = await tampered((body) => body, profile, refuse)
  expect([...(await contextIn(setting).context.calibrate('event-streams'))].sort()).toEqual(all)
  for (const name of ['accepts', 'no-server-error'])
    expect(setting.findings.of(`event-streams.update.${name}`).violated).toBe(0)
})

test('created_at is not observable if only the first read shows another value', async () => {
  let reads = 0
  const found = await telling((body, { body: sent }) => {
    if (sent === '{}') reads += 1
    return sent === '{}' && reads === 1 ? { ...body, created_at: '2020-01-02T03:04:05Z' } : body
  })
  expect(found).toEqual(without('created_at'))
})

/** Returns one time for each response. Repeats the last time for further responses. */
const tellingAt = (...times: readonly string[]): Promise<readonly string[]> => {
  let answers = 0
  return telling((body) => {
    answers += 1
    return { ...body, updated_at: times[Math.min(answers, times.length) - 1] ?? null }
  })
}

test('updated_at is observable if it advances by minutes or goes back by at most one second', async () => {
  const minutes = Array.from({ length: 9 }, (_, minute) => `2026-01-02T03:0${minute}:00Z`)
  expect(await tellingAt(...minutes)).toEqual(all)
  expect(await tellingAt('2026-01-02T03:04:05.5Z', '2026-01-02T03:04:04.5Z')).toEqual(all)
  expect(await tellingAt('2026-01-02T03:04:05.5Z', '2026-01-02T03:04:04.4Z')).toEqual(without('updated_at'))
})

test('created_at is not observable if one stream never shows it', async () => {
  let first: unknown
  const found = await telling((body) => {
    first ??= body.id
    return body.id === first ? { ...body, created_at: null } : body
  })
  expect(found).toEqual(without('created_at'))
})
