// The sending part of undici equals that of its index.
import * as whole from 'undici'
import { expect, test } from 'vitest'
import { Agent, buildConnector, Pool } from './undici.ts'

test('what is taken of undici is what its index has', () => {
  expect(Agent).toBe(whole.Agent)
  expect(Pool).toBe(whole.Pool)
  expect(buildConnector).toBe(whole.buildConnector)
})

test('it asks for tunnels as the whole does', async () => {
  expect(Pool.prototype.connect).toBe((await import('undici')).Client.prototype.connect)
})
