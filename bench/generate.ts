// Compares the generator on the same schemas with json-schema-faker, and with another generator that uses
// fast-check. For large schemas, compares its time with the time in which Ajv compiles them. The command is
// `npm run bench:generate`.
import { readFileSync, writeFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import Ajv4 from 'ajv-draft-04'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { createGeneratorSync } from 'json-schema-faker'
import type { Json } from '../src/base/json.ts'
import { boundary, valid } from '../src/generate/index.ts'
import { collection } from '../test/generate/collection.ts'
import { type Figure, paired } from './figure.ts'
import { peerSamples } from './peer.ts'

const samples = 200
const pairs = 5

/** Large schemas from packages that are installed anyway. The largest schema comes first. */
const large = {
  'biome-configuration': ['@biomejs/biome/configuration_schema.json', Ajv],
  sarif: ['@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json', Ajv],
  'openapi-3.0': ['@seriousme/openapi-schema-validator/schemas/v3.0/schema.json', Ajv4.default],
} as const

/** Measures the figures of docs/generate.md. */
export async function measure(): Promise<readonly Figure[]> {
  const figures: Figure[] = [await beside('samples-stream', collection['realistic: stream'] as object)]
  const all = Object.values(collection).filter((schema) => typeof schema === 'object')
  figures.push(share(await compared('collection', all, 20)))
  for (const [name, [path, Draft]] of Object.entries(large)) {
    const schema = JSON.parse(readFileSync(`node_modules/${path}`, 'utf8')) as object
    const bytes = JSON.stringify(schema).length
    const compile = async (): Promise<number> => timed(() => compiled(Draft, structuredClone(schema)))
    figures.push(
      await against(`first-sample-${name}`, `The first sample of a schema of ${bytes} bytes`, compile, () =>
        fc.sample(valid(structuredClone(schema)), { numRuns: 1, seed: 1 }),
      ),
      await against(
        `thousand-samples-${name}`,
        `A thousand samples of a schema of ${bytes} bytes`,
        compile,
        () => fc.sample(valid(structuredClone(schema)), { numRuns: 1000, seed: 1 }),
      ),
    )
    if (bytes > 40_000) continue
    figures.push(
      await against(`boundary-${name}`, `The boundary list of a schema of ${bytes} bytes`, compile, () =>
        boundary(structuredClone(schema)),
      ),
    )
  }
  return figures
}

function compiled(Draft: typeof Ajv | typeof Ajv4.default, schema: object): void {
  const ajv = new Draft({ strict: false, logger: false, validateSchema: false })
  addFormats.default(ajv)
  try {
    ajv.compile(schema)
  } catch {
    // Ajv stops late at a pattern that is invalid with the flag `u`. The time until then still counts.
  }
}

async function against(
  name: string,
  what: string,
  compile: () => Promise<number>,
  work: () => readonly unknown[],
): Promise<Figure> {
  let count = 0
  const run = async (): Promise<number> =>
    timed(() => {
      count = work().length
    })
  const { ratio, spread, subject, reference } = await paired(3, run, compile)
  const detail = { medianMs: Math.round(subject), ajvCompileMs: Math.round(reference), count }
  return {
    name,
    what: `${what}, beside what Ajv takes to compile it.`,
    ratio,
    spread,
    pairs: 3,
    aim: null,
    detail,
  }
}

async function beside(name: string, schema: object): Promise<Figure> {
  const ours = valid(schema)
  const faker = createGeneratorSync()
  let seed = 1
  const { ratio, spread, subject, reference } = await paired(
    pairs,
    async () => timed(() => fc.sample(ours, { numRuns: samples, seed: seed++ })),
    async () => timed(() => Array.from({ length: samples }, () => faker.generate(schema as never))),
  )
  const rate = (ms: number): number => Math.round((samples / ms) * 1000)
  const detail = { oursPerSecond: rate(subject), fakerPerSecond: rate(reference) }
  const what = 'The time for each valid sample, divided by the same time for json-schema-faker.'
  return { name, what, ratio, spread, pairs, aim: null, detail }
}

interface Tally {
  /**
   * `clean` counts the schemas for which all samples are valid. `refused` counts the schemas without samples.
   */
  clean: number
  refused: number
  /** The time for those schemas for which both generators made samples. */
  milliseconds: number
}

interface Compared {
  readonly name: string
  readonly schemas: number
  readonly samples: number
  readonly ours: Tally
  readonly faker: Tally
  readonly peer: Tally
}

// Runs all generators on the same schemas, one generator after another.
async function compared(name: string, schemas: readonly object[], samples: number): Promise<Compared> {
  const faker = createGeneratorSync()
  const empty = (): Tally => ({ clean: 0, refused: 0, milliseconds: 0 })
  const total = { ours: empty(), faker: empty(), peer: empty() }
  let count = 0
  for (const schema of schemas) {
    const accepts = judge(schema)
    if (accepts === null) continue
    count++
    const ours = drawn(() => fc.sample(valid(schema), { numRuns: samples, seed: 1 }))
    const theirs = drawn(() => Array.from({ length: samples }, () => faker.generate(schema as never)))
    const peer = await peerSamples(schema, samples)
    for (const [who, { values }] of [
      ['ours', ours],
      ['faker', theirs],
      ['peer', peer],
    ] as const) {
      if (values === null) total[who].refused++
      else if (values.every((value) => accepts(value as Json))) total[who].clean++
    }
    if (ours.values === null || theirs.values === null) continue
    total.ours.milliseconds += ours.milliseconds
    total.faker.milliseconds += theirs.milliseconds
  }
  return { name, schemas: count, samples, ...total }
}

function drawn(draw: () => readonly unknown[]): { values: readonly unknown[] | null; milliseconds: number } {
  let values: readonly unknown[] | null = null
  const milliseconds = timed(() => {
    try {
      values = draw()
    } catch {
      // The generator refused this schema.
    }
  })
  return { values, milliseconds }
}

function share({ schemas, ours, faker }: Compared): Figure {
  const ratio = ours.clean / Math.max(1, faker.clean)
  return {
    name: 'valid-share',
    what: 'The number of schemas for which all 20 samples are valid, divided by the same number for json-schema-faker.',
    ratio,
    spread: [ratio, ratio],
    pairs: 1,
    aim: { atLeast: 1 },
    detail: {
      schemas,
      ours: ours.clean,
      faker: faker.clean,
      oursRefused: ours.refused,
      fakerRefused: faker.refused,
    },
  }
}

/** Returns the table of docs/generate.md. */
async function table(): Promise<string> {
  const named = (group: string): object[] =>
    Object.entries(collection).flatMap(([name, schema]) =>
      name.startsWith(`${group}:`) && typeof schema === 'object' ? [schema] : [],
    )
  const groups = [...new Set(Object.keys(collection).map((name) => name.split(':')[0] ?? ''))]
  const rows: Compared[] = []
  for (const group of groups) rows.push(await compared(group, named(group), 50))
  for (const [name, [path]] of Object.entries(large)) {
    rows.push(await compared(name, [JSON.parse(readFileSync(`node_modules/${path}`, 'utf8')) as object], 50))
  }
  const rate = ({ schemas, samples, ours, faker }: Compared, who: 'ours' | 'faker'): string => {
    const both = schemas - Math.max(ours.refused, faker.refused)
    const ms = who === 'ours' ? ours.milliseconds : faker.milliseconds
    return ms === 0 ? '' : String(Math.round((both * samples * 1000) / ms))
  }
  const lines = rows
    .filter(({ schemas }) => schemas > 0)
    .map(
      (row) =>
        `| ${row.name} | ${row.schemas} | ${row.ours.clean} | ${row.faker.clean} | ${row.peer.clean} | ${row.ours.refused} | ${row.faker.refused} | ${row.peer.refused} | ${rate(row, 'ours')} | ${rate(row, 'faker')} |`,
    )
  return [
    '| group of schemas | schemas | all samples valid: this package | all valid: json-schema-faker | all valid: generate-examples | refused: this package | refused: json-schema-faker | refused: generate-examples | samples per second: this package | samples per second: json-schema-faker |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n')
}

function judge(schema: object): ((value: Json) => boolean) | null {
  try {
    const options = { strict: false, logger: false, validateSchema: false, ownProperties: true } as const
    const draft = '$schema' in schema ? String(schema.$schema) : ''
    const ajv = /draft-0[67]/.test(draft)
      ? new Ajv(options)
      : draft.includes('draft-04')
        ? new Ajv4.default(options)
        : new Ajv2020(options)
    addFormats.default(ajv)
    const validate = ajv.compile(schema)
    return (value) => validate(value) === true
  } catch {
    return null
  }
}

function timed(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

async function print(): Promise<void> {
  for (const { name, ratio, spread, detail } of await measure()) {
    const [low, high] = spread.map((each) => each.toFixed(2))
    const absolute = Object.entries(detail).map(([key, value]) => `${key} ${value}`)
    process.stdout.write(`${name}: ${ratio.toFixed(2)} (${low} to ${high}), ${absolute.join(', ')}\n`)
  }
}

async function write(): Promise<void> {
  const figures = await table()
  const page = readFileSync('docs/generate.md', 'utf8')
  const marks = /(<!-- figures: [^\n]*\n).*?(<!-- end of figures -->)/s
  const written = page.replace(marks, (_, from: string, to: string) => `${from}${figures}\n${to}`)
  writeFileSync('docs/generate.md', written)
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv.includes('--write')) await write()
  else await print()
}
