// Samples per second for the request that creates an event stream, beside json-schema-faker in the same run.
// Run by `tsc -p bench && node --expose-gc node_modules/.cache/bench/bench/generate.js`.
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { createGeneratorSync } from 'json-schema-faker'
import { valid, violation } from '../src/generate/index.ts'

const schema = {
  type: 'object',
  required: ['name', 'destination'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 128 },
    subscriptions: {
      type: 'array',
      minItems: 1,
      items: { type: 'object', required: ['event_type'], properties: { event_type: { type: 'string' } } },
    },
    destination: {
      type: 'object',
      required: ['type', 'configuration'],
      properties: {
        type: { const: 'webhook' },
        configuration: {
          type: 'object',
          required: ['webhook_endpoint'],
          properties: {
            webhook_endpoint: { type: 'string', format: 'uri' },
            webhook_authorization: {
              type: 'object',
              required: ['method', 'username'],
              properties: { method: { const: 'basic' }, username: { type: 'string' } },
            },
          },
        },
      },
    },
    status: { enum: ['enabled', 'disabled'] },
  },
}

const roundMs = 1000
const rounds = 5
const samplesPerCall = 200
const memorySamples = 1_000_000

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)
const accepts = ajv.compile(schema)

let seed = 1
const ours = valid(schema)
const violating = violation(schema)
const faker = createGeneratorSync()

interface Contestant {
  readonly name: string
  /** Draws `samplesPerCall` values. */
  readonly draw: () => readonly unknown[]
  readonly best: { perSecond: number }
}

const contestants: readonly Contestant[] = [
  {
    name: 'valid',
    draw: () => fc.sample(ours, { numRuns: samplesPerCall, seed: seed++ }),
    best: { perSecond: 0 },
  },
  {
    name: 'violation',
    draw: () => fc.sample(violating, { numRuns: samplesPerCall, seed: seed++ }),
    best: { perSecond: 0 },
  },
  {
    name: 'json-schema-faker, valid',
    draw: () => Array.from({ length: samplesPerCall }, () => faker.generate(schema)),
    best: { perSecond: 0 },
  },
]

// In turns, so that all meet the same load of the machine; of several rounds the best counts.
for (let round = 0; round < rounds; round++) {
  for (const contestant of contestants) {
    const start = performance.now()
    let drawn = 0
    while (performance.now() - start < roundMs) drawn += contestant.draw().length
    const perSecond = drawn / ((performance.now() - start) / 1000)
    contestant.best.perSecond = Math.max(contestant.best.perSecond, perSecond)
  }
}

const reference = contestants.at(-1)?.best.perSecond ?? Number.NaN
for (const { name, draw, best } of contestants) {
  const values = draw().map((value) => (name === 'violation' ? (value as { value: unknown }).value : value))
  const characters =
    values.reduce((sum: number, value) => sum + JSON.stringify(value).length, 0) / values.length
  const right = values.filter((value) => accepts(value) === (name !== 'violation')).length
  say(
    `${name}: ${Math.round(best.perSecond)} per second, ${(best.perSecond / reference).toFixed(2)} of json-schema-faker, ` +
      `${Math.round(characters)} characters on average, ${right} of ${values.length} as they should be`,
  )
}

globalThis.gc?.()
const before = process.memoryUsage().heapUsed
for (let drawn = 0; drawn < memorySamples; drawn += samplesPerCall) {
  fc.sample(ours, { numRuns: samplesPerCall, seed: seed++ })
}
globalThis.gc?.()
const grown = process.memoryUsage().heapUsed - before
say(`heap after ${memorySamples} samples: ${(grown / 1024).toFixed(0)} KiB more than before`)

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
