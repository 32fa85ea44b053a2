// Finds the declarations of checks and fixtures for `clauses explain` (src/catalogue/clause-sources.ts).
// Writes dist/sources.json, or the named file.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'rolldown/parseAst'

const root = fileURLToPath(new URL('..', import.meta.url))

const files = ['suites', 'src/engine'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(?:test|testing)\.ts$/.test(file))
    .map((file) => `${folder}/${file.replaceAll(sep, '/')}`)
    .sort(),
)

const parsed = files.map((file) => {
  const text = readFileSync(join(root, file), 'utf8')
  return { file, program: parseAst(text, { lang: 'ts' }, file), lineOf: lineFinder(text) }
})

function lineFinder(text) {
  const starts = [...text.matchAll(/\n/g)].map(({ index }) => index + 1)
  return ({ start }) => 1 + starts.filter((at) => at <= start).length
}

function walk(node, visit) {
  if (Array.isArray(node)) for (const one of node) walk(one, visit)
  else if (typeof node?.type === 'string') {
    visit(node)
    for (const value of Object.values(node)) if (typeof value === 'object') walk(value, visit)
  }
}

const declared = new Map()
for (const { file, program, lineOf } of parsed)
  for (const { type, declaration } of program.body) {
    if (type !== 'ExportNamedDeclaration' || declaration == null) continue
    const names =
      declaration.type === 'VariableDeclaration'
        ? declaration.declarations.map(({ id }) => id.name)
        : [declaration.id?.name]
    for (const name of names)
      declared.set(name, [...(declared.get(name) ?? []), { file, line: lineOf(declaration) }])
  }

/** Modules by the local names of their imports. */
const importsOf = (program) =>
  new Map(
    program.body
      .filter(({ type }) => type === 'ImportDeclaration')
      .flatMap(({ source, specifiers }) => specifiers.map(({ local }) => [local.name, source.value])),
  )

/**
 * Returns the names in a check that other declarations explain, for example `follows` for
 * `updates.follows(…)`.
 */
function referencesIn(value) {
  if (value.type === 'Identifier') return [{ root: value.name, name: value.name }]
  if (value.type === 'MemberExpression' && !value.computed)
    return [{ root: value.object.name, name: value.property.name }]
  // A function argument is the check. The called function only decides when the check runs.
  const isWrapper = value.arguments?.some(({ type }) => type === 'ArrowFunctionExpression') === true
  if (value.type === 'CallExpression' && !isWrapper)
    return [value.callee, ...value.arguments].flatMap(referencesIn)
  if (value.type === 'ObjectExpression')
    return value.properties.flatMap((property) => referencesIn(property.argument ?? property.value))
  return []
}

/**
 * Searches the file or folder from which the check's file imports the name. Searches the engine for
 * `src/suite.ts`, which exports the engine.
 */
function declarationsOf(value, { file, program }) {
  const imports = importsOf(program)
  const found = referencesIn(value).flatMap(({ root, name }) => {
    const module = imports.get(root)
    if (module === undefined) return (declared.get(name) ?? []).filter((one) => one.file === file)
    const path = posix.join(dirname(file), module)
    const within = path === 'src/suite.ts' ? 'src/engine/' : path.replace(/index\.ts$/, '')
    return (declared.get(name) ?? []).filter((one) => one.file.startsWith(within))
  })
  // Omits src/engine/suite.ts, because the type of a check does not show what the check does.
  return [
    ...new Set(
      found.filter((one) => one.file !== 'src/engine/suite.ts').map((one) => `${one.file}:${one.line}`),
    ),
  ]
}

const checks = {}
const rules = {}
const fixtures = []
const adapters = {}
/** By operation, the functions that judge all responses. */
const watches = {}
export const suiteChecks = []

/**
 * Records the checks of an object literal by their names. A spread (`...`) includes a table of checks from
 * another file.
 */
function note(into, prefix, object, one) {
  const { file, lineOf } = one
  for (const property of object?.properties ?? []) {
    if (property.type === 'SpreadElement') {
      const table = tableOf(property.argument, one)
      if (table !== undefined) note(into, prefix, table.object, table.one)
      continue
    }
    const name = property.key.type === 'Literal' ? property.key.value : property.key.name
    if (into === rules) {
      into[name] = choiceOf(property.value, one, `${file}:${lineOf(property)}`)
      continue
    }
    suiteChecks.push({ check: `${prefix}${name}`, file, start: property.start })
    into[`${prefix}${name}`] = [`${file}:${lineOf(property)}`, ...declarationsOf(property.value, one)]
  }
}

/**
 * Returns the functions that check a rule, for each case. `withAdapter` and `preProvisioned` mark the cases.
 */
function choiceOf(value, one, line) {
  const wrapper = value.type === 'CallExpression' ? value.callee.name : undefined
  if (wrapper !== 'withAdapter' && wrapper !== 'preProvisioned') {
    const functions = declarationsOf(value, one)
    return { otherwise: functions.length === 0 ? [line] : functions }
  }
  const [first, others] = value.arguments
  return { ...choiceOf(others, one, line), [wrapper]: declarationsOf(first, one) }
}

/** Returns an imported object literal, for example `endpoint` of `export const endpoint: Checks = { … }`. */
function tableOf(argument, { file, program }) {
  const module = argument.type === 'Identifier' ? importsOf(program).get(argument.name) : undefined
  const one = parsed.find((other) => module !== undefined && other.file === posix.join(dirname(file), module))
  const declarators = (one?.program.body ?? []).flatMap(({ declaration }) => declaration?.declarations ?? [])
  const object = declarators.find(({ id }) => id.name === argument.name)?.init
  return object?.type === 'ObjectExpression' ? { object, one } : undefined
}

for (const one of parsed) {
  walk(one.program, (node) => {
    if (node.type === 'VariableDeclarator' && node.id.name === 'ruleChecks') note(rules, '', node.init, one)
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return
    const [first, ...others] = node.arguments
    if (node.callee.name === 'fixture') noteFixture(node, first, one)
    if (node.callee.name === 'resourceAdapter' && first?.type === 'Literal')
      adapters[first.value] = `${one.file}:${one.lineOf(node)}`
    if (node.callee.name === 'suite') {
      note(checks, `${first.value}.`, others[0], one)
      if (others[1] !== undefined) watches[first.value] = declarationsOf(others[1], one)
    }
    if (node.callee.name === 'resourceSuite') note(checks, `${first.value}.`, others[1], one)
    if (node.callee.name === 'crossSuite')
      for (const { key, value } of others[0].properties)
        note(checks, key.name === 'any' ? 'any.' : `${first.value}:`, value, one)
  })
}

/** `*` in the name stands for the key of the fixture. */
function noteFixture(node, name, { file, lineOf }) {
  if (name.type === 'Literal') fixtures.push({ name: name.value, place: `${file}:${lineOf(node)}` })
}

// If several names match a fixture, the longest one is right.
fixtures.sort((one, other) => other.name.length - one.name.length)

export const sources = { checks, rules, watches, fixtures, adapters }

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(process.argv[2] ?? join(root, 'dist/sources.json'), JSON.stringify(sources))
