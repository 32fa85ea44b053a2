// Errors for the operator: what was wrong, where, and what to do.

/** Wrong use or configuration (exit 2). The message is one sentence that says what to do. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
