// Inspects the syntax tree of a pattern.
import type { AST } from '@eslint-community/regexpp'
import { charactersOf } from './character-set.ts'

export function looksAround(nodes: readonly (AST.Element | AST.Alternative)[]): boolean {
  return nodes.some((node) => {
    switch (node.type) {
      case 'Assertion':
      case 'Backreference':
        return true
      case 'Alternative':
        return looksAround(node.elements)
      case 'Quantifier':
        return looksAround([node.element])
      case 'Group':
      case 'CapturingGroup':
        return looksAround(node.alternatives)
      default:
        return false
    }
  })
}

export function passedOnce(alternatives: readonly AST.Alternative[]): readonly AST.CapturingGroup[] {
  const [only, ...others] = alternatives
  if (only === undefined || others.length > 0) return []
  return only.elements.flatMap((element) => {
    if (element.type !== 'Group' && element.type !== 'CapturingGroup') return []
    const inside = passedOnce(element.alternatives)
    return element.type === 'CapturingGroup' ? [element, ...inside] : inside
  })
}

export function isBehind(node: AST.Node): boolean {
  return (
    (node.type === 'Assertion' && node.kind === 'lookbehind') ||
    (node.parent !== null && isBehind(node.parent))
  )
}

export function isOneCharacter(node: AST.LookbehindAssertion | AST.WordBoundaryAssertion): boolean {
  if (node.kind === 'word') return true
  return node.alternatives.every(({ elements: [element, ...others] }) => {
    return element !== undefined && others.length === 0 && charactersOf(element) !== null
  })
}
