// What is not mutated in the reference tenant: what only a fault or a variation reaches, as the seeded faults and the runs against
// variations are proof of that already, and what a message says, which the specification leaves open.
import { readFileSync } from 'node:fs'
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

const askers = ['faulty', 'own', 'any']
const declared = readFileSync('src/tenant/variations/variation.ts', 'utf8')
const options = ['variation', ...[...declared.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, name]) => name)]

const asksForFault = ({ type, callee }) => type === 'CallExpression' && askers.includes(callee.name)
const asksForVariation = ({ type, name }) => type === 'Identifier' && options.includes(name)

/** Whether a node of a syntax tree, or one within it, is such a one. */
function holds(node, isOne) {
  if (Array.isArray(node)) return node.some((item) => holds(item, isOne))
  if (typeof node?.type !== 'string') return false
  if (isOne(node)) return true
  return Object.entries(node).some(
    ([key, value]) => key !== 'loc' && typeof value === 'object' && value !== null && holds(value, isOne),
  )
}

function whyOf(node) {
  if (holds(node, asksForFault)) return 'a fault'
  return holds(node, asksForVariation) ? 'a variation' : undefined
}

function shouldIgnore({ node, key, listKey, parent }) {
  if (node.type === 'VariableDeclarator' && node.id.name === 'faults') return 'a list of faults'
  if (node.type === 'LogicalExpression' && whyOf(node) !== undefined) return whyOf(node)
  const chosen = parent?.type === 'IfStatement' || parent?.type === 'ConditionalExpression'
  if (chosen && (key === 'test' || key === 'consequent') && whyOf(parent.test) !== undefined)
    return whyOf(parent.test)
  if (parent?.type === 'NewExpression' && listKey === 'arguments')
    if (parent.callee.name === 'Invalid' || (parent.callee.name === 'Refusal' && (key === 1 || key === 2)))
      return 'a message'
  return undefined
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'fault-branches', { shouldIgnore })]
