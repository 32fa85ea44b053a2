// The whole null panel: no server that is no tenant passes anything.
import { describe, test } from 'vitest'
import { dummyNames } from '../../src/tenant/index.ts'
import { holdDummy } from '../proof/null-panel.ts'

describe.concurrent('the null panel', () => {
  test.each(dummyNames)('%s', (name) => holdDummy(name))
})
