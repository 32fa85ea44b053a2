// Excludes two parts of the reference tenant from mutation. The first part is code that only seeded faults
// and variations use, because other tests check this code. The second part is messages, because the
// specification does not define them.
import { readFileSync } from 'node:fs'
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

const askers = ['faulty', 'own', 'any']
const declared = readFileSync('src/tenant/variations/variation.ts', 'utf8')
const options = ['variation', ...[...declared.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, name]) => name)]

// Returns whether the node is a call `faulty(…)` or `this.#faulty(…)`.
const asksForFault = ({ type, callee }) =>
  type === 'CallExpression' && askers.includes(callee.name ?? callee.property?.id?.name)
const asksForVariation = ({ type, name }) => type === 'Identifier' && options.includes(name)

/** Returns whether the predicate accepts the node or any inner node. */
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

function shouldIgnore(path) {
  return reasonOf(path) ?? (servesFaults(path) ? 'what faults alone use' : undefined)
}

function reasonOf({ node, key, listKey, parent }) {
  if (node.type === 'VariableDeclarator' && isListOfFaults(node)) return 'a list of faults'
  if (node.type === 'LogicalExpression' && whyOf(node) !== undefined) return whyOf(node)
  if (parent?.type === 'IfStatement' && key === 'test' && parent.consequent.type === 'IfStatement')
    return whyOf(parent.consequent.test)
  const chosen = parent?.type === 'IfStatement' || parent?.type === 'ConditionalExpression'
  if (chosen && (key === 'test' || key === 'consequent') && whyOf(parent.test) !== undefined)
    return whyOf(parent.test)
  if (parent?.type === 'NewExpression' && listKey === 'arguments')
    if (parent.callee.name === 'Invalid' || (parent.callee.name === 'Refusal' && (key === 1 || key === 2)))
      return 'a message'
  return undefined
}

// Returns whether the node is a list of faults, such as `faults`, or an entry of it: clauses and a sentence.
function isListOfFaults({ id, init }) {
  return id.name === 'faults' || id.name === 'clauses' || /[fF]aults$/.test(id.name ?? '') || isClause(init)
}

function isClause(node) {
  return node?.type === 'StringLiteral' && /^[a-z-]+\.[a-z-]+\./.test(node.value)
}

/**
 * The node is inside a function or a constant. Returns whether only excluded code uses this function or
 * constant.
 */
function servesFaults(path, open = new Set()) {
  const named = path.findParent((one) => nameOf(one) !== undefined) ?? null
  for (
    let one = nameOf(path) === undefined ? named : path;
    one !== null;
    one = one.findParent((up) => nameOf(up) !== undefined)
  ) {
    const binding = (one.isFunctionDeclaration() ? one.parentPath : one).scope.getBinding(nameOf(one))
    if (binding === undefined || open.has(binding)) continue
    open.add(binding)
    const used = binding.referencePaths.filter(
      (reference) => reference.findParent((up) => up === one) === null,
    )
    if (used.length > 0 && used.every((reference) => isIgnored(reference, open))) return true
  }
  return false
}

function isIgnored(path, open) {
  return path.find((one) => reasonOf(one) !== undefined) !== null || servesFaults(path, open)
}

function nameOf({ node }) {
  const declares = node.type === 'FunctionDeclaration' || node.type === 'VariableDeclarator'
  return declares && node.id?.type === 'Identifier' ? node.id.name : undefined
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'fault-branches', { shouldIgnore })]
