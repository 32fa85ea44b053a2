// Tests that each stub server behaves as its name says, and that it closes at any time.
import { describe, expect, it } from 'vitest'
import { startStub, stubNames } from './index.ts'

async function outcomeOf(name: string, expected: string): Promise<string> {
  const stub = await startStub(name)
  try {
    const response = await fetch(stub.baseUrl, {
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
    await stub.close()
  }
}

describe('stub servers', () => {
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
  ])('%s responds with %s', async (name, expected) => {
    expect(await outcomeOf(name, expected)).toBe(expected)
  })

  it('all start and close', async () => {
    for (const name of stubNames) await (await startStub(name)).close()
    expect(stubNames.length).toBeGreaterThan(30)
  })

  it('suggests a similar name for an unknown stub', async () => {
    await expect(startStub('ecco')).rejects.toThrow(
      /Unknown stub server "ecco" \(did you mean echo\?\): the stub servers are .*\bhangs\b/,
    )
  })
})
