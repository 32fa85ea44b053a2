// Tests the code that judges by mutation. The script runs Stryker for one part after another, and then writes
// docs/mutation-testing.md. It fails in three cases: a mutant survives without a reason in
// test/mutation/equivalents.json, a reason matches no surviving mutant, or the score is below the threshold.
//
//   npm run mutation                  all parts
//   npm run mutation -- oracle        one part; the page keeps the results of the other parts
//   npm run mutation -- --page oracle the page again, from the last run
//   MUTATION_LINES=10 npm run mutation -- tenant
//                                     another sample, every 10th line: has each survivor a reason? The page stays.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

const page = 'docs/mutation-testing.md'
const reasonsFile = 'test/mutation/equivalents.json'
const scoreMin = 90

const read = (file) => JSON.parse(readFileSync(file, 'utf8'))
const settings = read('test/mutation/parts.json')
const parts = Object.keys(settings)
const chosen = process.argv.slice(2).filter((argument) => argument !== '--page')
const unknown = chosen.filter((name) => !parts.includes(name))
if (unknown.length > 0) throw new Error(`no part ${unknown.join(', ')}: there are ${parts.join(', ')}`)
const reasons = read(reasonsFile)

const wrong = []
for (const part of chosen.length === 0 ? parts : chosen) {
  if (!process.argv.includes('--page')) run(part)
  const files = filesOf(part)
  const isSample = process.env.MUTATION_LINES !== undefined
  wrong.push(...(isSample ? silentOf(files) : judge(part, files)))
  if (!isSample) writeSection(part, sectionOf(part, files))
}
for (const line of wrong) process.stderr.write(`${line}\n`)
process.exitCode = wrong.length === 0 ? 0 : 1

function run(part) {
  rmSync(`.stryker/${part}.json`, { force: true })
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run'],
    {
      env: { ...process.env, MUTATION_PART: part },
      stdio: 'inherit',
    },
  )
  // If the score is below Stryker's threshold, Stryker ends with code 1 after a complete run. This script
  // then judges the report itself.
  if (status !== 0 && !existsSync(`.stryker/${part}.json`)) throw new Error(`Stryker ended with ${status}`)
}

/**
 * Returns the files of the last report of a part. Each file has the number of its mutants, and the reasons of
 * its surviving mutants.
 */
function filesOf(part) {
  const { files } = read(`.stryker/${part}.json`)
  return Object.entries(files)
    .map(([file, { source, mutants }]) => {
      const lines = source.split('\n')
      const count = (...among) => mutants.filter(({ status }) => among.includes(status)).length
      // A mutant that no test reaches counts as surviving, unless the settings of its part allow unreached
      // mutants.
      const unreached = settings[part].unreached === undefined ? 0 : count('NoCoverage')
      const survivors = mutants
        .filter(({ status }) => status === 'Survived' || (status === 'NoCoverage' && unreached === 0))
        .map((mutant) => survivorOf(file, lines, mutant))
      // Matches a clause without a verdict, in the form in which `test/mutation/tenant.run.ts` prints it.
      const open = mutants.filter(({ statusReason = '' }) => /^(?!fail )\S+ \S+\.\S+: /.test(statusReason))
      return { file, killed: count('Killed', 'Timeout'), open: open.length, survivors, unreached }
    })
    .filter(({ killed, survivors }) => killed + survivors.length > 0)
    .sort((a, b) => (a.file < b.file ? -1 : 1))
}

function survivorOf(file, lines, { location: { start, end }, replacement }) {
  const covered = lines.slice(start.line - 1, end.line)
  const first = start.line === end.line ? end.column - 1 : undefined
  const original =
    covered.length === 1
      ? covered[0].slice(start.column - 1, first)
      : [
          covered[0].slice(start.column - 1),
          ...covered.slice(1, -1),
          covered.at(-1).slice(0, end.column - 1),
        ].join('\n')
  const found = { file, line: start.line, in: squeezed(covered[0]), original: squeezed(original) }
  const survivor = { ...found, replacement: squeezed(replacement) }
  return { ...survivor, reason: reasons.find((reason) => fits(reason, survivor))?.reason ?? null }
}

// Replaces white space by single spaces, because indentation and line breaks make no difference for the
// comparison.
function squeezed(text) {
  return text.trim().replace(/\s+/g, ' ')
}

// The member `in` is the line in which the mutant begins. A reason needs this member only if several lines
// contain the same mutation.
function fits(reason, survivor) {
  return (
    reason.file === survivor.file &&
    reason.original === survivor.original &&
    reason.replacement === survivor.replacement &&
    (reason.in === undefined || reason.in === survivor.in)
  )
}

function silentOf(files) {
  return files
    .flatMap(({ survivors }) => survivors)
    .filter(({ reason }) => reason === null)
    .map((one) => `survived without a reason: ${one.file}:${one.line}\n  ${JSON.stringify(one)}`)
}

function judge(part, files) {
  const survivors = files.flatMap((one) => one.survivors)
  const mutated = new Set(files.map(({ file }) => file))
  const stale = reasons
    .filter((reason) => mutated.has(reason.file) && !survivors.some((one) => fits(reason, one)))
    .map((reason) => `a reason that fits no survivor: ${JSON.stringify(reason)}`)
  // In a sample, some files have only one or two mutants. For this reason, the complete part gets one score.
  const groups = settings[part].everyLine === undefined ? files.map((one) => [one]) : [files]
  const low = groups
    .filter((some) => scoreOf(some) < scoreMin)
    .map((some) => {
      const what = some.length === 1 ? some[0].file : part
      return `${part}: less than ${scoreMin} % of the mutants of ${what} that can be killed were`
    })
  return [...silentOf(files), ...stale, ...low]
}

/** Returns the percentage of killed mutants. Mutants that are equivalent for a stated reason do not count. */
function scoreOf(files) {
  const killed = files.reduce((sum, one) => sum + one.killed, 0)
  const left = files.reduce(
    (sum, one) => sum + one.survivors.filter(({ reason }) => reason === null).length,
    0,
  )
  return (100 * killed) / Math.max(1, killed + left)
}

function sectionOf(part, files) {
  const cell = (text) => `\`\` ${text.replaceAll('|', '\\|')} \`\``
  const row = (name, some) => {
    const killed = some.reduce((sum, one) => sum + one.killed, 0)
    const survivors = some.flatMap((one) => one.survivors)
    const equivalent = survivors.filter(({ reason }) => reason !== null).length
    const score = killed + survivors.length === equivalent ? '–' : `${scoreOf(some).toFixed(1)} %`
    return `| ${name} | ${killed + survivors.length} | ${killed} | ${equivalent} | ${survivors.length - equivalent} | ${score} |`
  }
  const table = [
    '| file | mutants | killed | equivalent | survived | score |',
    '|---|---|---|---|---|---|',
    ...files.map((one) => row(one.file, [one])),
    row('**all**', files),
  ]
  const survivors = files.flatMap((one) => one.survivors)
  const list = [
    '| file | line | mutant | why it is equivalent |',
    '|---|---|---|---|',
    ...survivors.map(
      (one) =>
        `| ${one.file} | ${cell(one.in)} | ${cell(one.original)} → ${one.replacement === '' ? 'nothing' : cell(one.replacement)} | ${one.reason ?? '**no reason yet**'} |`,
    ),
  ]
  const survived = survivors.length === 0 ? 'No mutant survived.' : list.join('\n')
  const unreached = files.reduce((sum, one) => sum + one.unreached, 0)
  const rest =
    unreached === 0
      ? ''
      : `\n\n${unreached} more mutants are ${settings[part].unreached}. The script does not try these mutants.`
  const open = files.reduce((sum, one) => sum + one.open, 0)
  const left =
    open === 0
      ? ''
      : `\n\nFor ${open} of the killed mutants, no clause fails, but some clauses neither pass nor fail, so the run does not end with 0.`
  const { everyLine } = settings[part]
  const sample = everyLine === undefined ? '' : `This part is a sample: one of every ${everyLine} lines.\n\n`
  return `## ${part}\n\n${sample}${table.join('\n')}${left}${rest}\n\n${survived}`
}

function writeSection(part, text) {
  const [begin, end] = [`<!-- ${part} -->`, `<!-- end of ${part} -->`]
  const old = existsSync(page) ? readFileSync(page, 'utf8') : emptyPage()
  const start = old.indexOf(begin)
  if (start < 0) throw new Error(`${page} has no section of ${part}`)
  writeFileSync(page, `${old.slice(0, start + begin.length)}\n${text}\n${old.slice(old.indexOf(end))}`)
}

function emptyPage() {
  const introduction = `# Mutation testing

This page shows whether the tests find wrong changes of the code that judges ([decision 0029](decisions/0029-mutation-testing-and-coverage.md)). Written
by \`npm run mutation\`. The tool Stryker makes one change at a time (a mutant), and a test must fail (the mutant is killed). A mutant is equivalent if no
test can distinguish it from the original code. The reason is in \`${reasonsFile}\`. The score is the share of killed mutants
among all mutants that are not equivalent.
`
  const sections = parts.map(
    (part) => `<!-- ${part} -->\n## ${part}\n\nNot measured yet.\n<!-- end of ${part} -->\n`,
  )
  return [introduction, ...sections].join('\n')
}
