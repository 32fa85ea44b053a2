// Writes the statement of its clause above each check of the suites: `npm run statements`. With `check`, only
// prints the names of the files that differ.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { suiteChecks } from './sources.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const columnsMax = 140
const written = /^ *\/\/ (?:MUST|SHOULD|MAY) [0-9.]+: /

const clauses = new Map()
const read = (folder, use) => {
  for (const file of readdirSync(join(root, 'schemas', folder)))
    use(JSON.parse(readFileSync(join(root, 'schemas', folder, file), 'utf8')))
}
read('operations', ({ name, clauses: own }) => {
  for (const clause of own) clauses.set(`${name}.${clause.id}`, clause)
})
read('cross', ({ concern, each = [], clauses: own }) => {
  for (const clause of each) clauses.set(`${concern}:${clause.id}`, clause)
  for (const clause of own) clauses.set(clause.id, clause)
})

function comment({ level, part, statement }, indent) {
  const lines = []
  let line = `${indent}//`
  for (const word of `${level} ${part}: ${statement}`.split(' ')) {
    if (`${line} ${word}`.length > columnsMax) {
      lines.push(line)
      line = `${indent}//  `
    }
    line += ` ${word}`
  }
  return [...lines, line]
}

function withStatements(file, text) {
  const own = suiteChecks.filter((one) => one.file === file).toSorted((a, b) => b.start - a.start)
  let result = text
  for (const { check, start } of own) {
    const clause = clauses.get(check)
    if (clause === undefined) throw new Error(`${file}: no clause is named ${check}`)
    const lineStart = result.lastIndexOf('\n', start) + 1
    const before = result.slice(0, lineStart).split('\n').slice(0, -1)
    const indent = result.slice(lineStart, start)
    let first = before.length
    while (before[first - 1]?.startsWith(`${indent}//`)) first -= 1
    const kept = []
    let isStatement = false
    for (const line of before.slice(first)) {
      isStatement = written.test(line) || (isStatement && line.startsWith(`${indent}//   `))
      if (!isStatement) kept.push(line)
    }
    result = [...before.slice(0, first), ...comment(clause, indent), ...kept, result.slice(lineStart)].join(
      '\n',
    )
  }
  return result
}

for (const file of new Set(suiteChecks.map((one) => one.file))) {
  const text = readFileSync(join(root, file), 'utf8')
  const stated = withStatements(file, text)
  if (stated === text) continue
  if (process.argv[2] === 'check') {
    process.stderr.write(`${file}: a statement differs from its clause: npm run statements\n`)
    process.exitCode = 1
  } else writeFileSync(join(root, file), stated)
}
