// Errors that the operator can correct.

/** An error that the operator can correct. The message contains the remedy, and the exit code is 2. */
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

/** Returns the code of the operating system, for example ENOENT, or "". */
export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' ? code : ''
}

export function reasonOf(error: unknown): string {
  return codeOf(error) || messageOf(error)
}
