// `serve`: the reference tenant on a port, with the variables that `run` needs to check it.
import { startTenant, tenantFaults } from '../tenant/index.ts'
import { rateOf } from './rate.ts'
import type { Terminal } from './terminal.ts'
import { requireReplaceable, writeVariables } from './variables-file.ts'

export interface ServeFlags {
  readonly port: number
  readonly host?: string
  readonly publicUrl?: string
  readonly deliverTo?: 'loopback' | 'anywhere'
  readonly fault: readonly string[]
  readonly like?: string
  readonly rateLimit?: string
  readonly envFile?: string
  readonly listFaults?: boolean
}

/** Serves until SIGINT or SIGTERM. Returns the exit code. */
export async function serve(flags: ServeFlags, terminal: Terminal): Promise<number> {
  if (flags.listFaults) {
    for (const { name, clauses, description } of await tenantFaults())
      terminal.write(`${name}\n    ${description}\n    breaks ${clauses.join(', ')}\n`)
    return 0
  }
  if (flags.envFile !== undefined) requireReplaceable(flags.envFile)
  const stopped = new Promise<void>((resolve) => terminal.onStop(resolve))
  const tenant = await startTenant({
    port: flags.port,
    faults: flags.fault,
    ...(flags.host === undefined ? {} : { host: flags.host }),
    ...(flags.publicUrl === undefined ? {} : { publicUrl: flags.publicUrl }),
    ...(flags.deliverTo === undefined ? {} : { deliverTo: flags.deliverTo }),
    ...(flags.like === undefined ? {} : { like: flags.like }),
    ...(flags.rateLimit === undefined ? {} : { rateLimit: rateOf(flags.rateLimit) }),
  })
  if (flags.envFile !== undefined) {
    await writeVariables(flags.envFile, tenant.environment)
    terminal.error(`\`tenant-conformance run --env-file ${flags.envFile}\` checks ${tenant.baseUrl}.\n`)
  }
  terminal.write(
    Object.entries(tenant.environment)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  // Whoever waits for it knows that all variables came; in a .env file it is a comment.
  terminal.write('# ready\n')
  await stopped
  await tenant.close()
  return 0
}
