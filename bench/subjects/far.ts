// Measures how many of eight allowed parallel requests a run uses, if each response takes 400 ms.
import type { RunEvent } from '../../src/index.ts'
import { library } from '../built.ts'
import type { Figure } from '../figure.ts'

const latencyMs = 400
const concurrency = 8
const unlimited = { burst: 1_000_000, perSecond: 1_000_000 }

export async function measure(): Promise<readonly Figure[]> {
  const { conformance, startTenant } = await library()
  const tenant = await startTenant({ variation: { latencyMs, rateLimit: unlimited } })
  const seen: Exchanged[] = []
  const phases: { readonly phase: string; readonly fromMs: number }[] = []
  const hear = (event: RunEvent): void => {
    if (event.type === 'exchange') seen.push(event.exchange)
    if (event.type === 'phase-started') phases.push({ phase: event.phase, fromMs: event.atMs })
  }
  const from = performance.now()
  try {
    await conformance({
      depth: 'default',
      baseUrl: tenant.baseUrl,
      environment: tenant.environment,
      concurrency,
      seed: 1,
      onEvent: hear,
    })
  } finally {
    await tenant.close()
  }
  const wallMs = performance.now() - from
  const share = busyMs(seen) / concurrency / wallMs
  return [
    {
      name: 'far-tenant',
      what: 'The time that the requests would take if eight always ran in parallel, as a part of the duration of the run. Each response takes 400 ms.',
      ratio: share,
      spread: [share, share],
      pairs: 1,
      aim: { atLeast: 0.9 },
      detail: { requests: seen.length, wallMs: Math.round(wallMs), ...byPhase(phases, seen) },
    },
  ]
}

interface Exchanged {
  readonly startedAtMs: number
  readonly durationMs: number
}

function busyMs(exchanges: readonly Exchanged[]): number {
  return exchanges.reduce((sum, { durationMs }) => sum + durationMs, 0)
}

/** Average number of parallel requests in each phase. */
function byPhase(
  phases: readonly { readonly phase: string; readonly fromMs: number }[],
  seen: readonly Exchanged[],
): Record<string, number> {
  const endMs = Math.max(...seen.map(({ startedAtMs, durationMs }) => startedAtMs + durationMs))
  return Object.fromEntries(
    phases.map(({ phase, fromMs }, index) => {
      const toMs = phases[index + 1]?.fromMs ?? endMs
      const own = seen.filter(({ startedAtMs }) => startedAtMs >= fromMs && startedAtMs < toMs)
      return [`atOnce ${phase}`, Number((busyMs(own) / Math.max(1, toMs - fromMs)).toFixed(2))]
    }),
  )
}
