// Merges the coverage of `src` from several test runs: `node scripts/coverage.mjs RUN...`. RUN is the value
// of COVERAGE in a test run. Fails if lines or branches are below the minimum. Lists uncovered code in
// .vitest/coverage/uncovered.md (docs/decisions/0029-mutation-testing-and-coverage.md).
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import coverage from 'istanbul-lib-coverage'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = `${root}.vitest/coverage`
/** In percent, for `npm test` and the tests with the tag `whole` together. The aim is 90 for both. */
const least = { lines: 90, branches: 83 }
const namedMax = 20

const map = coverage.createCoverageMap({})
const runs = process.argv.slice(2)
for (const run of runs) {
  const file = `${folder}/${run.replace('!', '')}/coverage-final.json`
  // "!" marks a run with a failed test. Such a run writes no coverage.
  if (existsSync(file)) map.merge(JSON.parse(readFileSync(file, 'utf8')))
  else
    process.stdout.write(
      `The test run ${run} wrote no coverage, so the lines that it covers count as uncovered.\n`,
    )
}
if (map.files().length === 0)
  throw new Error(
    'no test run wrote coverage: run COVERAGE=tests npm test && COVERAGE=whole npm run test:whole, and then node scripts/coverage.mjs tests whole',
  )

const files = map
  .files()
  .map((path) => measured(relative(root, path), map.fileCoverageFor(path)))
  .filter(({ lines, branches }) => lines.left + branches.left > 0)
  .sort((one, other) => other.lines.left + other.branches.left - one.lines.left - one.branches.left)

const total = map.getCoverageSummary().data
const kinds = Object.keys(least)
const missed = kinds.filter((kind) => total[kind].pct < least[kind])
const told = kinds.map(
  (kind) => `${kind} ${total[kind].pct} % (${total[kind].covered} of ${total[kind].total})`,
)

writeFileSync(`${folder}/uncovered.md`, page())
process.stdout.write(`Coverage of src: ${told.join(', ')}. Uncovered code: .vitest/coverage/uncovered.md\n`)
for (const kind of missed) {
  const worst = [...files].sort((one, other) => other[kind].left - one[kind].left).slice(0, namedMax)
  const rows = worst.map(({ file, ...of }) => `  ${file}: ${of[kind].left} of ${of[kind].total}`)
  process.stdout.write(
    `The coverage of ${kind} is below ${least[kind]} %. The files with the most uncovered ${kind} are\n${rows.join('\n')}\n`,
  )
}
process.exitCode = missed.length === 0 ? 0 : 1

function measured(file, of) {
  const { lines, branches } = of.toSummary().data
  const uncovered = Object.entries(of.b).flatMap(([id, counts]) =>
    counts.flatMap((count, index) =>
      count > 0 ? [] : [of.branchMap[id].locations[index]?.start?.line ?? of.branchMap[id].loc.start.line],
    ),
  )
  return {
    file,
    lines: { left: lines.total - lines.covered, total: lines.total },
    branches: { left: branches.total - branches.covered, total: branches.total },
    at: [...new Set([...of.getUncoveredLines().map(Number), ...uncovered])].sort((a, b) => a - b),
  }
}

/** For example, "3-5, 9" for 3, 4, 5, 9. */
function spans(numbers) {
  const ends = []
  for (const one of numbers)
    if (ends.at(-1)?.[1] === one - 1) ends.at(-1)[1] = one
    else ends.push([one, one])
  return ends.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join(', ')
}

function page() {
  const rows = files.map(
    ({ file, lines, branches, at }) =>
      `| ${file} | ${lines.left} of ${lines.total} | ${branches.left} of ${branches.total} | ${spans(at)} |`,
  )
  return `# What no test runs\n\n${told.join(', ')}, by the runs ${runs.join(', ')}.\n\n| file | lines | branches | where |\n|---|---|---|---|\n${rows.join('\n')}\n`
}
