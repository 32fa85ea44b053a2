// The command `serve` runs the reference tenant on a port.
import { ConfigurationError } from '../base/error.ts'
import { commandName } from '../base/tool.ts'
import { visible } from '../base/visible.ts'
import { isRate, type Mock, type MockOptions, paceLimits, startMock } from '../mock/index.ts'
import { readCertificate } from '../settings/certificate.ts'
import { tenantFaults } from '../tenant/index.ts'
import type { Terminal } from './terminal.ts'
import { requireReplaceable, writeVariables } from './variables-file.ts'

export interface ServeFlags
  extends Omit<MockOptions, 'faults' | 'onMessage' | 'latencyMs' | 'rateLimit' | 'deliverCa'> {
  readonly fault: readonly string[]
  readonly latency?: number
  readonly rateLimit?: string
  readonly deliverCa?: string
  readonly outputEnv?: string
  /** Another name of `outputEnv`. Node.js also reads the option `--env-file`. */
  readonly envFile?: string
  readonly listFaults?: boolean
}

export async function serve(flags: ServeFlags, terminal: Terminal): Promise<number> {
  const { listFaults, fault, latency, rateLimit, deliverCa, envFile, outputEnv = envFile, ...same } = flags
  if (listFaults) {
    for (const { name, clauses, description } of await tenantFaults())
      terminal.write(`${name}\n    ${description}\n    breaks ${clauses.join(', ')}\n`)
    return 0
  }
  if (outputEnv !== undefined) requireReplaceable(outputEnv)
  const stopped = new Promise<void>((resolve) => terminal.onStop(resolve))
  const mock = await startMock({
    ...same,
    faults: fault,
    onMessage: (message) => terminal.error(`${visible(message)}\n`),
    ...(latency === undefined ? {} : { latencyMs: latency }),
    ...(rateLimit === undefined ? {} : { rateLimit: rateOf(rateLimit) }),
    ...(deliverCa === undefined ? {} : { deliverCa: readCertificate(deliverCa, '--deliver-ca') }),
  })
  try {
    await printVariables(mock, outputEnv, terminal)
    await stopped
  } finally {
    await mock.close()
  }
  return 0
}

async function printVariables(mock: Mock, file: string | undefined, terminal: Terminal): Promise<void> {
  if (file !== undefined) {
    await writeVariables(file, mock.environment)
    terminal.error(`\`${commandName} run --env-file ${file}\` checks ${mock.tenant.baseUrl}.\n`)
  }
  for (const [name, value] of Object.entries(mock.environment)) terminal.write(`${name}=${value}\n`)
  terminal.write(`# web page: ${mock.pageUrl}\n`)
  if (mock.adminUrl !== null) terminal.write(`# admin: ${mock.adminUrl}\n`)
  // Programs wait for this line. In a .env file, it is a comment.
  terminal.write('# ready\n')
}

export function rateOf(text: string): { burst: number; perSecond: number } {
  const match = /^(\d+)\/(\d+(?:\.\d+)?)$/.exec(text)
  const [burst, perSecond] = [Number(match?.[1]), Number(match?.[2])]
  if (!isRate(burst, perSecond))
    throw new ConfigurationError(
      `--rate-limit is "${text}": give BURST/PER_SECOND, each up to ${paceLimits.rateMax}, for example 10/2.`,
    )
  return { burst, perSecond }
}
