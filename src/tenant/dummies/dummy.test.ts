// Tests of the dummies: each does what its name says, and closes at once whatever it is in the middle of.
import { describe, expect, it } from 'vitest'
import { dummyNames, startDummy } from './index.ts'

async function outcomeOf(name: string, expected: string): Promise<string> {
  const dummy = await startDummy(name)
  try {
    const response = await fetch(dummy.baseUrl, {
      method: 'POST',
      body: '{"sent":1}',
      headers: { 'content-type': 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(expected === 'nothing' ? 150 : 5_000),
    })
    return `${response.status} ${(await response.text()).slice(0, 30)}`
  } catch {
    return 'nothing'
  } finally {
    await dummy.close()
  }
}

describe('dummies', () => {
  it.each([
    ['status-200', '200 '],
    ['status-200-with-body', '200 {}'],
    ['status-503-with-body', '503 {}'],
    ['status-301', '301 '],
    ['echo', '200 {"sent":1}'],
    ['login-page', '200 <!doctype html><html><head><ti'],
    ['truncated-json', '200 {"id":"cannedcannedcannedcanne'],
    ['endless-body', 'nothing'],
    ['dripping-body', 'nothing'],
    ['short-body', 'nothing'],
    ['closes', 'nothing'],
    ['hangs', 'nothing'],
    ['tls-on-plain-port', 'nothing'],
    ['dead-port', 'nothing'],
  ])('%s answers %s', async (name, expected) => {
    expect(await outcomeOf(name, expected)).toBe(expected)
  })

  it('start and close, every one', async () => {
    for (const name of dummyNames) await (await startDummy(name)).close()
    expect(dummyNames.length).toBeGreaterThan(30)
  })

  it('names the nearest for an unknown one', async () => {
    await expect(startDummy('ecco')).rejects.toThrow(/There is no dummy "ecco": choose echo/)
  })
})
