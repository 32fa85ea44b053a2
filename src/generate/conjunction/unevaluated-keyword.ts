// Finds the ways in which `unevaluatedItems` and `unevaluatedProperties` fail.
import { type Edit, focus, freshEditId } from '../branch/demand.ts'
import { type Applicator, always, asks } from './applicator.ts'

const edits = {
  unevaluatedItems: { id: freshEditId(), negative: true, omit: null, ways: null, relax: 0 },
  unevaluatedProperties: { id: freshEditId(), negative: true, omit: null, ways: null, relax: 0 },
} as const satisfies Record<string, Edit>

export type UnevaluatedKeyword = keyof typeof edits

export const unevaluated: Applicator = {
  keywords: ['unevaluatedItems', 'unevaluatedProperties'],
  composed: ['unevaluatedItems', 'unevaluatedProperties'],
  // unevaluated.ts handles these keywords.
  assert() {},
  failing: (keyword, { node }) =>
    always([
      asks(focus(node, [], edits[keyword === 'unevaluatedItems' ? keyword : 'unevaluatedProperties'])),
    ]),
  steps: () => [],
}

export function brokenBy(edit: Edit): UnevaluatedKeyword | null {
  if (edit.omit === 'unevaluatedItems' || edit.omit === 'unevaluatedProperties') return edit.omit
  if (edit.id === edits.unevaluatedItems.id) return 'unevaluatedItems'
  return edit.id === edits.unevaluatedProperties.id ? 'unevaluatedProperties' : null
}
