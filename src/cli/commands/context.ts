// The objects that every command needs, for example the terminal.
import type { Command } from 'commander'
import type { SecretMask } from '../../base/secret-mask.ts'
import type { GivenEnvironment } from '../../settings/environment.ts'
import type { Terminal } from '../terminal.ts'

export interface CommandContext {
  readonly terminal: Terminal
  readonly revealing: Terminal
  readonly mask: SecretMask
  readonly withEnvironment: (command: Command) => Command
  readonly given: () => GivenEnvironment
  readonly end: (code: number) => void
}
