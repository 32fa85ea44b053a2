// Errors that the operator can correct.

/** Exit code 2. The summary explains the correction. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
  readonly summary: string
  readonly details: readonly string[]
  constructor(summary: string, details: readonly string[] = []) {
    super([summary, ...details].join('\n  '))
    this.summary = summary
    this.details = details
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Returns the system's code, such as ENOENT, or "". */
export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' ? code : ''
}

export function reasonOf(error: unknown): string {
  return codeOf(error) || messageOf(error)
}
