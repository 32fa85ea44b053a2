// Runs the command line in this process. The command sees only the given variables.
import { vi } from 'vitest'
import { commandLine } from '../src/cli/command-line.ts'
import { recordingTerminal } from '../src/cli/recording-terminal.testing.ts'
import { maskOf } from '../src/settings/environment.ts'

export interface Ended {
  readonly status: number
  readonly out: string
  readonly error: string
}

export async function command(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  for (const name of Object.keys(process.env).filter((one) => one.startsWith('TENANT_')))
    vi.stubEnv(name, undefined)
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  const { terminal, told } = recordingTerminal()
  try {
    const status = await commandLine(args, terminal, maskOf(process.env))
    return { status, out: told.out, error: told.err }
  } finally {
    vi.unstubAllEnvs()
  }
}
