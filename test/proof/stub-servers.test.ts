// Tests a sample of the stub servers. The file test/release/stub-servers.test.ts tests all of them.
// @module-tag whole
import { describe, expect, test } from 'vitest'
import { stubNames } from '../../src/tenant/index.ts'
import { holdStub, mayPassForm } from './stub-servers.ts'

const sample = stubNames.filter((name, index) => mayPassForm.includes(name) || index % 4 === 0)

describe.concurrent('stub servers', () => {
  test.each(sample)('%s', (name) => holdStub(name))
})

test('the sample contains more than ten stubs', () => {
  expect(sample.length).toBeGreaterThan(10)
})
