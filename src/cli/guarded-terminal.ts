// A terminal that writes no credential, and nothing that a CI service would obey in a job's log but what is meant for it.
import type { SecretMask } from '../base/secret-mask.ts'
import { inert } from '../base/visible.ts'
import type { Terminal } from './terminal.ts'

/** `terminal`, to which nothing that `mask` knows is written, and no command to a CI service except by `ci`. */
export function guarded(terminal: Terminal, mask: SecretMask): Terminal {
  const safe = (text: string): string => inert(mask.mask(text))
  return {
    ...terminal,
    write: (text) => terminal.write(safe(text)),
    error: (text) => terminal.error(safe(text)),
    ci: {
      write: (text) => terminal.ci.write(mask.mask(text)),
      error: (text) => terminal.ci.error(mask.mask(text)),
    },
  }
}
