// Runs all benches, or only the named ones, and prints a table. `--json FILE` writes the figures to a file.
// `--write` writes the table in docs/benchmarks.md.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Figure, reaches } from './figure.ts'

const page = 'docs/benchmarks.md'
const [begin, end] = ['<!-- figures: written by npm run bench -- --write -->', '<!-- end of figures -->']

// A bench that needs other flags, or a package that is no dependency, is a separate script.
const folder = join(dirname(fileURLToPath(import.meta.url)), 'subjects')
const known = readdirSync(folder)
  .filter((file) => file.endsWith('.js'))
  .map((file) => file.slice(0, -'.js'.length))
  .sort()

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, write: { type: 'boolean', default: false } },
})
const unknown = positionals.find((name) => !known.includes(name))
if (unknown !== undefined) {
  process.stderr.write(`There is no bench ${unknown}: give names from this list: ${known.join(', ')}.\n`)
  process.exitCode = 2
} else await run(positionals.length > 0 ? positionals : known)

async function run(subjects: readonly string[]): Promise<void> {
  const figures: Figure[] = []
  for (const subject of subjects) {
    const { measure } = (await import(`./subjects/${subject}.js`)) as {
      measure(): Promise<readonly Figure[]>
    }
    const measured = await measure()
    figures.push(...measured)
    for (const figure of measured) process.stderr.write(`${row(figure)}\n`)
  }
  process.stdout.write(`${table(figures)}\n`)
  if (values.json !== undefined)
    writeFileSync(
      values.json,
      `${JSON.stringify({ node: process.version, cores: cpus().length, figures }, null, 2)}\n`,
    )
  if (values.write) write(figures)
}

function table(figures: readonly Figure[]): string {
  return [
    '| figure | ratio | spread | aim | meaning, and measured values |',
    '|---|---|---|---|---|',
    ...figures.map(row),
  ].join('\n')
}

function row(figure: Figure): string {
  const { name, what, ratio, spread, pairs, aim, detail } = figure
  const wanted = aim === null ? '–' : 'below' in aim ? `below ${aim.below}` : `at least ${aim.atLeast}`
  const reached = reaches(figure)
  const mark = reached === null ? '' : reached ? ' ✓' : ' ✗'
  const range = pairs > 1 ? `${rounded(spread[0])} to ${rounded(spread[1])}, ${pairs} pairs` : 'one run'
  const rest = Object.entries(detail).map(([key, value]) => `${key} ${value}`)
  return `| \`${name}\` | ${rounded(ratio)} | ${range} | ${wanted}${mark} | ${what}<br>${rest.join(', ')} |`
}

function rounded(value: number): string {
  return value.toFixed(2)
}

/** Keeps the rows of figures that this run did not measure. */
function write(figures: readonly Figure[]): void {
  const file = join(process.cwd(), page)
  const text = readFileSync(file, 'utf8')
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from)
    throw new Error(`${page} has no marks for the table: add "${begin}" and "${end}" to the page`)
  const rows = new Map(
    text
      .slice(from, to)
      .split('\n')
      .flatMap((line) => {
        const [, name] = /^\| `([\w-]+)` \|/.exec(line) ?? []
        return name === undefined ? [] : [[name, line] as const]
      }),
  )
  for (const figure of figures) rows.set(figure.name, row(figure))
  const lines = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line)
  const whole = [begin, ...table([]).split('\n'), ...lines, end].join('\n')
  writeFileSync(file, `${text.slice(0, from)}${whole}${text.slice(to + end.length)}`)
}
