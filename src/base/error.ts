// Errors for the operator.

/** Wrong use or configuration (exit 2). The summary says what to do. */
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

/** Returns for example ENOENT; "" without a code. */
export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** Returns the code, or else the message. */
export function reasonOf(error: unknown): string {
  return codeOf(error) || messageOf(error)
}
