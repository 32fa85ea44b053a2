// Compares the time to generate values for large schemas with Ajv's time to compile them.
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import Ajv4 from 'ajv-draft-04'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { boundary, valid } from '../../src/generate/index.ts'
import { type Figure, paired, timed } from '../figure.ts'

/** From packages that are installed anyway, the largest schema first. */
const files = {
  'biome-configuration': ['@biomejs/biome/configuration_schema.json', Ajv],
  sarif: ['@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json', Ajv],
  'openapi-3.0': ['@seriousme/openapi-schema-validator/schemas/v3.0/schema.json', Ajv4.default],
} as const

export const largeSchemas = Object.entries(files).map(([name, [path, Draft]]) => ({
  name,
  schema: JSON.parse(readFileSync(`node_modules/${path}`, 'utf8')) as object,
  Draft,
}))

/** Measures boundary lists only for small schemas. */
export async function measureLargeSchemas(): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (const { name, schema, Draft } of largeSchemas) {
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
    // Ajv stops late, at a pattern that is invalid with the flag `u`. The time until then counts.
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
    what: `${what}, compared with the time that Ajv needs to compile it.`,
    ratio,
    spread,
    pairs: 3,
    aim: null,
    detail,
  }
}
