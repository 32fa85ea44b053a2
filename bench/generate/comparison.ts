// Compares the generator with two other generators: how many schemas get only valid samples.
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import Ajv4 from 'ajv-draft-04'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { createGeneratorSync } from 'json-schema-faker'
import type { Json } from '../../src/base/json.ts'
import { valid } from '../../src/generate/index.ts'
import { timed } from '../figure.ts'
import { peerSamples } from './peer.ts'

interface Tally {
  /** Schemas with only valid samples. */
  clean: number
  refused: number
  /** Time for the schemas for which both this package and json-schema-faker made samples. */
  milliseconds: number
}

export interface Compared {
  readonly name: string
  readonly schemas: number
  readonly samples: number
  readonly ours: Tally
  readonly faker: Tally
  readonly peer: Tally
}

export async function compared(name: string, schemas: readonly object[], samples: number): Promise<Compared> {
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
