// Tests that observations of the trigger become declarations of a profile.
import { expect, test } from 'vitest'
import type { OpenPointAnswer } from '../base/event.ts'
import { loadContract } from '../contract/index.ts'
import { Knowledge } from './knowledge.ts'
import { observedProfile } from './observed.ts'
import type { Profile } from './profile.ts'

const contract = loadContract()

const answers = (...values: readonly string[]): readonly OpenPointAnswer[] => [
  {
    id: 'trigger-scope',
    part: '6',
    question: 'For whom?',
    answer: values[0] ?? null,
    source: 'observed',
    observed: values.map((value) => ({ value, count: 1 })),
  },
]
const declared: Profile = {
  name: 'acme',
  delivery: { payload: true, trigger: { scope: 'tenant', raises: 'test' } },
}

test('an observed trigger replaces the declared trigger, and other declarations stay', () => {
  expect(observedProfile(declared, answers('stream'), contract).delivery).toEqual({
    payload: true,
    trigger: { scope: 'stream', raises: 'test' },
  })
  expect(observedProfile(declared, answers('stream', 'tenant'), contract).delivery).toEqual(declared.delivery)
  expect(observedProfile({ name: 'acme' }, answers(), contract).delivery).toBeUndefined()
})

test('the trigger answers open points, and contradictions to its declaration are reported', () => {
  const knowledge = new Knowledge(declared, contract)
  expect([knowledge.declared('trigger-scope'), knowledge.declared('trigger-meaning')]).toEqual([
    'tenant',
    'test',
  ])
  knowledge.observe('trigger-scope', 'stream')
  expect(knowledge.contradictions().join()).toMatch(/"tenant" for trigger-scope.*"stream"/)
})
