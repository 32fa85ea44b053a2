// The sending part of undici equals that of its index.
import * as whole from 'undici'
import { expect, test } from 'vitest'
import { Agent, buildConnector, Pool } from './undici.ts'

test('imports only modules of undici that its index exports', () => {
  expect(Agent).toBe(whole.Agent)
  expect(Pool).toBe(whole.Pool)
  expect(buildConnector).toBe(whole.buildConnector)
})

test('sends CONNECT requests like the whole package', async () => {
  expect(Pool.prototype.connect).toBe((await import('undici')).Client.prototype.connect)
})
