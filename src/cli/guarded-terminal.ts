// A terminal that masks credentials, and escapes workflow commands of CI systems.
import type { SecretMask } from '../base/secret-mask.ts'
import { inert } from '../base/visible.ts'
import type { Terminal } from './terminal.ts'

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
