// Compares the random samples of a run with a bare loop that sends the same requests with undici alone.
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { RunEvent } from '../../src/index.ts'
import { BareLoop, type Sent } from '../bare-loop.ts'
import { library } from '../built.ts'
import { type Figure, paired } from '../figure.ts'

const concurrency = 8
const pairs = 5
/** With this number, a phase takes some seconds. */
const examples = 5_000
/** Phases before the measurement, in which V8 compiles the code of the engine, the loop and the server. */
const phasesBefore = 2

export async function measure(): Promise<readonly Figure[]> {
  const server = await served()
  const loop = new BareLoop()
  try {
    const authorization = `Bearer ${server.environment.TENANT_ACCESS_TOKEN}`
    let sent: readonly Sent[] = []
    const run = async (): Promise<number> => {
      const phase = await randomPhase(server.environment)
      sent = phase.sent
      return phase.msEach
    }
    const bare = (): Promise<number> => loop.send({ sent, authorization, concurrency })
    for (let phase = 0; phase < phasesBefore; phase += 1) {
      await run()
      await bare()
    }
    const measured = await paired(pairs, run, bare)
    return [
      {
        name: 'engine',
        what: 'Requests per second of the random samples of a run, compared with a simple undici loop with the same requests, concurrency and server.',
        ratio: 1 / measured.ratio,
        spread: [1 / measured.spread[1], 1 / measured.spread[0]],
        pairs,
        aim: { atLeast: 0.9 },
        detail: {
          requests: sent.length,
          engineMsEach: Number(measured.subject.toFixed(3)),
          bareMsEach: Number(measured.reference.toFixed(3)),
        },
      },
    ]
  } finally {
    await loop.close()
    server.process.kill('SIGTERM')
  }
}

async function served(): Promise<{ process: ChildProcess; environment: Record<string, string> }> {
  const child = spawn(
    process.execPath,
    ['dist/src/cli/main.js', 'serve', '--port', '0', '--rate-limit', '1000000/1000000'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const environment: Record<string, string> = {}
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? []
    if (name !== undefined && value !== undefined) environment[name] = value
    if (line.startsWith('# ready')) break
  }
  return { process: child, environment }
}

/** Returns the milliseconds for each request, and the sent requests. */
async function randomPhase(
  environment: Record<string, string>,
): Promise<{ msEach: number; sent: readonly Sent[] }> {
  const { conformance } = await library()
  const all: { readonly startedAtMs: number; readonly durationMs: number; readonly request: Sent }[] = []
  const times = { from: Number.NaN, to: Number.NaN }
  await conformance({
    depth: 'default',
    baseUrl: environment.TENANT_BASE_URL,
    environment,
    concurrency,
    examples,
    seed: 1,
    only: [
      'event-streams.create.destination-type',
      'event-streams.create.name-type',
      'event-streams.create.name-length',
    ],
    onEvent: (event: RunEvent) => {
      if (event.type === 'exchange') all.push(event.exchange)
      if (event.type === 'phase-started' && event.phase === 'random') times.from = event.atMs
      if (event.type === 'phase-started' && event.phase === 'stateful') times.to = event.atMs
    },
  })
  const own = all.filter(({ startedAtMs }) => startedAtMs >= times.from && startedAtMs < times.to)
  const endMs = Math.max(...own.map(({ startedAtMs, durationMs }) => startedAtMs + durationMs))
  return { msEach: (endMs - times.from) / own.length, sent: own.map((one) => one.request) }
}
