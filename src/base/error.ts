// Errors for the operator: what was wrong, where, and what to do.

/** Wrong use or configuration (exit 2). The message is one sentence that says what to do, with details below it. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
  readonly summary: string
  /** A line each. */
  readonly details: readonly string[]
  constructor(summary: string, details: readonly string[] = []) {
    super([summary, ...details].join('\n  '))
    this.summary = summary
    this.details = details
  }
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The code of an error of the system or of a library, such as ENOENT; "" where it has none. */
export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** Why something failed, in as few words as there are: by its code, or else its message. */
export function reasonOf(error: unknown): string {
  return codeOf(error) || messageOf(error)
}
