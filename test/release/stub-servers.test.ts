// Tests that no clause passes at any stub server.
import { describe, test } from 'vitest'
import { stubNames } from '../../src/tenant/index.ts'
import { holdStub } from '../proof/stub-servers.ts'

describe.concurrent('stub servers', () => {
  test.each(stubNames)('%s', (name) => holdStub(name))
})
