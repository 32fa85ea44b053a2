// The command line: runs a command, and tells what ended it where that was an error.
import { ConfigurationError, reasonOf } from '../base/error.ts'
import type { SecretMask } from '../base/secret-mask.ts'
import { exitCodes } from '../base/verdict.ts'
import { visible } from '../base/visible.ts'
import { guarded } from './guarded-terminal.ts'
import { createProgram } from './program.ts'
import type { Terminal } from './terminal.ts'

/**
 * Runs the command that the arguments name. An error may repeat what it was given: nothing that `mask` knows, or that
 * has the shape of a token, is told of it.
 * @returns the exit code
 */
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
      // Line by line, so that what a detail repeats begins none of its own.
      tell(error.summary, terminal, mask)
      for (const detail of error.details) tell(`  ${detail}`, terminal, mask)
      return exitCodes.usage
    }
    tellFault(error, terminal, mask)
    return exitCodes.internal
  }
}

/** @throws ConfigurationError where the working folder was removed: no relative name leads anywhere from it */
function requireWorkingFolder(): void {
  try {
    process.cwd()
  } catch (error) {
    throw new ConfigurationError(
      `The working folder can't be used (${reasonOf(error)}): change to one that exists, and try again.`,
    )
  }
}

/** Tells of an error that is nobody's but the tool's. */
export function tellFault(error: unknown, terminal: Terminal, mask: SecretMask): void {
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error)
  tell(`This is a fault of tenant-conformance itself:\n${trace}`, terminal, mask, true)
}

function tell(text: string, terminal: Terminal, mask: SecretMask, lines = false): void {
  guarded(terminal, mask).error(`${visible(mask.redact(text), { lines })}\n`)
}
