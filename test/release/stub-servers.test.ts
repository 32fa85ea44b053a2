// Every stub server passes nothing.
import { describe, test } from 'vitest'
import { stubNames } from '../../src/tenant/index.ts'
import { holdStub } from '../proof/stub-servers.ts'

describe.concurrent('stub servers', () => {
  test.each(stubNames)('%s', (name) => holdStub(name))
})
