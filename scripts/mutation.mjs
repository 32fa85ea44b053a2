// Tests the code that decides verdicts with mutations: runs Stryker for one part of the code after another,
// and writes docs/mutation-testing.md. Fails if a mutant survives without a reason in
// test/mutation/equivalents.json, if a reason matches no surviving mutant, or if the score is too low.
//
//   npm run mutation                  all parts
//   npm run mutation -- oracle        one part; the page keeps the results of the other parts
//   npm run mutation -- --page oracle the page again, from the last run
//   MUTATION_LINES=10 npm run mutation -- tenant
//                                     another sample: every 10th line; checks the reasons, keeps the page
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
  // A score below Stryker's threshold also gives code 1. This script then judges the report.
  if (status !== 0 && !existsSync(`.stryker/${part}.json`)) throw new Error(`Stryker ended with ${status}`)
}

/**
 * Returns the files of the last report of a part, with their mutants, and the reasons of surviving mutants.
 */
function filesOf(part) {
  const { files } = read(`.stryker/${part}.json`)
  return Object.entries(files)
    .map(([file, { source, mutants }]) => {
      const lines = source.split('\n')
      const count = (...among) => mutants.filter(({ status }) => among.includes(status)).length
      // An unreached mutant counts as surviving, unless the settings of its part allow unreached mutants.
      const unreached = settings[part].unreached === undefined ? 0 : count('NoCoverage')
      const survivors = mutants
        .filter(({ status }) => status === 'Survived' || (status === 'NoCoverage' && unreached === 0))
        .map((mutant) => survivorOf(file, lines, mutant))
      // Matches a clause without a verdict, as test/mutation/tenant.run.ts prints it.
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

// Indentation and line breaks make no difference.
function squeezed(text) {
  return text.trim().replace(/\s+/g, ' ')
}

// `in` is the line in which the mutant begins. It is needed only if several lines contain the same mutation.
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
    .map((one) => `a mutant survived without a reason: ${one.file}:${one.line}\n  ${JSON.stringify(one)}`)
}

function judge(part, files) {
  const survivors = files.flatMap((one) => one.survivors)
  const mutated = new Set(files.map(({ file }) => file))
  const stale = reasons
    .filter((reason) => mutated.has(reason.file) && !survivors.some((one) => fits(reason, one)))
    .map((reason) => `a reason matches no surviving mutant: ${JSON.stringify(reason)}`)
  // Some files of a sample have only one or two mutants, so the complete part gets one score.
  const groups = settings[part].everyLine === undefined ? files.map((one) => [one]) : [files]
  const low = groups
    .filter((some) => scoreOf(some) < scoreMin)
    .map((some) => {
      const what = some.length === 1 ? some[0].file : part
      return `${part}: tests kill less than ${scoreMin} % of the mutants of ${what} that are not equivalent`
    })
  return [...silentOf(files), ...stale, ...low]
}

/** Percentage of killed mutants, without equivalent mutants. */
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
      : `\n\n${unreached} more mutants are ${settings[part].unreached}: they are not tried.`
  const open = files.reduce((sum, one) => sum + one.open, 0)
  const left =
    open === 0
      ? ''
      : `\n\nFor ${open} of the killed mutants, no clause fails, but clauses have no verdict, so the run does not succeed.`
  const { everyLine } = settings[part]
  const sample = everyLine === undefined ? '' : `A sample: one line in ${everyLine}.\n\n`
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

Written by \`npm run mutation\` (decision 0029). Stryker changes the code that decides verdicts, in one place at a
time. Each changed version is a mutant, and a test has to fail for it. An equivalent mutant behaves like the original, so no test can
fail. The file \`${reasonsFile}\` contains a reason for each equivalent mutant. The score is the part of the other mutants
for which a test fails.
`
  const sections = parts.map(
    (part) => `<!-- ${part} -->\n## ${part}\n\nNot measured yet.\n<!-- end of ${part} -->\n`,
  )
  return [introduction, ...sections].join('\n')
}
