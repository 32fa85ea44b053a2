// Finds tests without assertions. Follows helper functions into other files.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'rolldown/utils'

interface Range {
  readonly start: number
  readonly end: number
}
interface Mention extends Range {
  readonly name: string
}
interface Test extends Range {
  readonly line: number
}

interface Source {
  readonly path: string
  readonly tests: readonly Test[]
  readonly functions: readonly Mention[]
  /** The names that the file uses, with their positions. */
  readonly mentions: readonly Mention[]
  readonly assertions: readonly Range[]
  /** The imports. Each key is the local name of an import. */
  readonly imports: ReadonlyMap<string, { readonly path: string; readonly name: string }>
}

const isFunction = ({ type }: ESTree.Node): boolean =>
  type === 'ArrowFunctionExpression' || type === 'FunctionExpression'

/**
 * Returns the parts of a call. For example, `expect(a).not.toBe(b)` has the parts expect, (), not and toBe.
 */
function rootOf(node: ESTree.Node, steps: readonly string[] = []): readonly string[] {
  if (node.type === 'Identifier') return [node.name, ...steps]
  if (node.type === 'CallExpression') return rootOf(node.callee, ['()', ...steps])
  if (node.type === 'TaggedTemplateExpression') return rootOf(node.tag, ['()', ...steps])
  if (node.type === 'MemberExpression')
    return rootOf(node.object, [
      node.property.type === 'Identifier' && !node.computed ? node.property.name : '',
      ...steps,
    ])
  return []
}

/** Returns whether a call is an assertion. `expect(a)` alone asserts nothing. */
function isAssertion(call: ESTree.CallExpression): boolean {
  const [root, ...steps] = rootOf(call)
  if (root === 'expect' || root === 'expectTypeOf') return steps.indexOf('()') < steps.length - 1
  return root === 'assert' || (root === 'fc' && steps[0] === 'assert')
}

function sourceOf(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`)
  const tests: Test[] = []
  const functions: Mention[] = []
  const mentions: Mention[] = []
  const assertions: Range[] = []
  const imports = new Map<string, { path: string; name: string }>()
  const members = new Set<ESTree.Node>()
  const lineOf = (at: number): number => text.slice(0, at).split('\n').length
  new Visitor({
    ImportDeclaration({ source, specifiers }) {
      if (!source.value.startsWith('.')) return
      for (const one of specifiers)
        if (one.type === 'ImportSpecifier' && one.imported.type === 'Identifier')
          imports.set(one.local.name, { path: join(dirname(path), source.value), name: one.imported.name })
    },
    FunctionDeclaration({ id, start, end }) {
      if (id !== null) functions.push({ name: id.name, start, end })
    },
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init !== null) functions.push({ name: id.name, ...rangeOf(init) })
    },
    MemberExpression({ property, computed }) {
      if (!computed) members.add(property)
    },
    Property({ key, computed, shorthand }) {
      if (!computed && !shorthand) members.add(key)
    },
    Identifier(node) {
      if (!members.has(node)) mentions.push({ name: node.name, ...rangeOf(node) })
    },
    CallExpression(call) {
      if (isAssertion(call)) assertions.push(rangeOf(call))
      const [root] = rootOf(call.callee)
      const body = call.arguments.find(
        (one, index) => isFunction(one) || (index === 1 && one.type === 'Identifier'),
      )
      if ((root === 'test' || root === 'it') && body !== undefined)
        tests.push({ line: lineOf(call.start), ...rangeOf(call) })
    },
  }).visit(program)
  return { path, tests, functions, mentions, assertions, imports }
}

const rangeOf = ({ start, end }: Range): Range => ({ start, end })
const within = (outer: Range, inner: Range): boolean => outer.start <= inner.start && inner.end <= outer.end

export interface Assertions {
  /** Returns `path:line` for each test without an assertion. */
  missingIn(path: string): readonly string[]
  testsIn(path: string): number
}

/** @param read returns the text of a source, or null for a file to ignore */
export function assertions(read: (path: string) => string | null = fromDisk): Assertions {
  const known = new Map<string, Source | null>()
  const source = (path: string): Source | null => {
    if (!known.has(path)) {
      const text = read(path)
      known.set(path, text === null ? null : sourceOf(path, text))
    }
    return known.get(path) ?? null
  }
  // The results so far. While a function is examined, its result is false, so a recursion ends.
  const found = new Map<string, boolean>()
  const asserts = (file: Source, range: Range): boolean =>
    file.assertions.some((one) => within(range, one)) ||
    file.mentions.some((one) => within(range, one) && namesAssertion(file, one.name))
  const namesAssertion = (file: Source, name: string): boolean => {
    const key = `${file.path} ${name}`
    const before = found.get(key)
    if (before !== undefined) return before
    found.set(key, false)
    const origin = file.imports.get(name)
    const there = origin === undefined ? null : source(origin.path)
    const leads =
      origin !== undefined && there !== null
        ? namesAssertion(there, origin.name)
        : file.functions.some((one) => one.name === name && asserts(file, one))
    found.set(key, leads)
    return leads
  }
  return {
    missingIn(path) {
      const file = source(path)
      if (file === null) return []
      const silent = file.tests.filter((one) => !asserts(file, one))
      return silent.map(({ line }) => `${path}:${line}`)
    },
    testsIn: (path) => source(path)?.tests.length ?? 0,
  }
}

/** Returns the text of a test file. Returns null for shipped code, because it contains no assertions. */
function fromDisk(path: string): string | null {
  const followed = /\.(?:test|suite|testing)\.ts$|(?:^|\/)test\/.*\.ts$/.test(path)
  return followed ? readFileSync(path, 'utf8') : null
}
