// Draws samples with another generator that uses fast-check (@amritk/generate-examples).
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { buildExampleSchema } from '@amritk/generate-examples'
import fc from 'fast-check'
import { rolldown } from 'rolldown'

/**
 * Time limit for all samples of a schema, without the time before the first sample. After this time, the
 * schema counts as having no samples.
 */
const millisecondsMax = 5000
const folder = 'node_modules/.cache/bench/peer'

interface Order {
  readonly schema: object
  readonly samples: number
}

export interface Drawn {
  /** Null if the generator refuses the schema. */
  readonly values: readonly unknown[] | null
  readonly milliseconds: number
}

let count = 0

/**
 * The generator writes source text. A separate thread bundles the text and draws samples. The bench can stop
 * this thread, because the filters of the generator can run forever. The measured time does not include the
 * start of the thread and the bundling.
 */
export function peerSamples(schema: object, samples: number): Promise<Drawn> {
  const order: Order = { schema, samples }
  const worker = new Worker(new URL(import.meta.url), { workerData: { ...order, count: count++ } })
  const none: Drawn = { values: null, milliseconds: millisecondsMax }
  return new Promise((resolve) => {
    const end = (drawn: Drawn): void => {
      clearTimeout(timer)
      resolve(drawn)
      void worker.terminate()
    }
    let timer: NodeJS.Timeout | undefined
    worker.on('message', (drawn: Drawn | null) => {
      if (drawn !== null) end(drawn)
      else timer = setTimeout(() => end(none), millisecondsMax)
    })
    worker.once('error', () => end(none))
    worker.once('exit', () => end(none))
  })
}

async function draw({ schema, samples, count }: Order & { count: number }): Promise<Drawn> {
  const from = join(folder, String(count))
  mkdirSync(from, { recursive: true })
  for (const { filename, content } of await buildExampleSchema(schema as never, 'Root'))
    writeFileSync(join(from, filename), content)
  const bundle = await rolldown({
    input: join(from, 'index.ts'),
    external: [/^fast-check/, /^@amritk/],
    logLevel: 'silent',
  })
  const { output } = await bundle.write({ file: join(from, 'bundle.mjs') })
  const module = (await import(`${process.cwd()}/${from}/${output[0].fileName}`)) as Record<string, unknown>
  parentPort?.postMessage(null)
  const start = performance.now()
  const values = fc.sample(module.RootArbitrary as fc.Arbitrary<unknown>, { numRuns: samples, seed: 1 })
  return { values, milliseconds: performance.now() - start }
}

if (!isMainThread && parentPort !== null) {
  // An error ends the thread if the generator refuses the schema.
  const drawn = await draw(workerData as Order & { count: number })
  parentPort.postMessage({ ...drawn, values: JSON.parse(JSON.stringify(drawn.values)) as unknown[] })
}
