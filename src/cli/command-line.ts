// Runs one command, and prints the errors of the command.
import { ConfigurationError, reasonOf } from '../base/error.ts'
import type { SecretMask } from '../base/secret-mask.ts'
import { exitCodes } from '../base/verdict.ts'
import { visible } from '../base/visible.ts'
import { guarded } from './guarded-terminal.ts'
import { createProgram } from './program.ts'
import type { Terminal } from './terminal.ts'

/** The mask hides secrets, because an error can repeat the input. */
export async function commandLine(
  argv: readonly string[],
  terminal: Terminal,
  mask: SecretMask,
): Promise<number> {
  try {
    requireWorkingFolder()
    return await createProgram(terminal, mask)(argv)
  } catch (error) {
    if (error instanceof ConfigurationError) {
      tell(error.summary, terminal, mask)
      for (const detail of error.details) tell(`  ${detail}`, terminal, mask)
      return exitCodes.usage
    }
    tellFault(error, terminal, mask)
    return exitCodes.internal
  }
}

/** @throws ConfigurationError if the working folder was removed */
function requireWorkingFolder(): void {
  try {
    process.cwd()
  } catch (error) {
    throw new ConfigurationError(
      `The working folder can't be used (${reasonOf(error)}): change to an existing folder and try again.`,
    )
  }
}

export function tellFault(error: unknown, terminal: Terminal, mask: SecretMask): void {
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error)
  tell(`This is a bug in tenant-conformance:\n${trace}`, terminal, mask, true)
}

function tell(text: string, terminal: Terminal, mask: SecretMask, lines = false): void {
  guarded(terminal, mask).error(`${visible(mask.redact(text), { lines })}\n`)
}
