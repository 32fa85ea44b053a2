// The context in which a command runs.
import type { Command } from 'commander'
import type { SecretMask } from '../../base/secret-mask.ts'
import type { GivenEnvironment } from '../../settings/environment.ts'
import type { Terminal } from '../terminal.ts'

export interface CommandContext {
  readonly terminal: Terminal
  /** Shows secrets. */
  readonly revealing: Terminal
  readonly mask: SecretMask
  /** Has the command read variables before it runs. */
  readonly withEnvironment: (command: Command) => Command
  readonly given: () => GivenEnvironment
  /** Sets the exit code. */
  readonly end: (code: number) => void
}
