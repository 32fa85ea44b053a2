// Compares the generator with json-schema-faker and with another generator: `npm run bench:generate`. For
// large schemas, compares the first sample with the time that Ajv needs to compile the schema.
import { readFileSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { createGeneratorSync } from 'json-schema-faker'
import { valid } from '../src/generate/index.ts'
import { collection } from '../test/generate/collection.ts'
import { type Figure, paired, timed } from './figure.ts'
import { type Compared, compared } from './generate/comparison.ts'
import { largeSchemas, measureLargeSchemas } from './generate/large-schemas.ts'

const samples = 200
const pairs = 5

export async function measure(): Promise<readonly Figure[]> {
  const figures: Figure[] = [await beside('samples-stream', collection['realistic: stream'] as object)]
  const all = Object.values(collection).filter((schema) => typeof schema === 'object')
  figures.push(share(await compared('collection', all, 20)))
  figures.push(...(await measureLargeSchemas()))
  return figures
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

/** For docs/generate.md. */
async function table(): Promise<string> {
  const named = (group: string): object[] =>
    Object.entries(collection).flatMap(([name, schema]) =>
      name.startsWith(`${group}:`) && typeof schema === 'object' ? [schema] : [],
    )
  const groups = [...new Set(Object.keys(collection).map((name) => name.split(':')[0] ?? ''))]
  const rows: Compared[] = []
  for (const group of groups) rows.push(await compared(group, named(group), 50))
  for (const { name, schema } of largeSchemas) rows.push(await compared(name, [schema], 50))
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
