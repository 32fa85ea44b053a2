// Origins: whose matter it is that a clause has no answer, and what that allows a gap to excuse.

/**
 * Whose matter it is that a clause has no answer, the gravest first.
 * - `failing`: the tenant did not answer: a 5xx, a closed connection, a time-out.
 * - `tenant`: the tenant behaved otherwise than the check needs: it refused a valid request, or its response has another form.
 * - `run`: a limit of this run kept it from asking: its write mode, its budget, its time, an interruption.
 * - `user`: something is to be supplied, or declared in the profile.
 * - `specification`: it can't be observed at this tenant, or the specification does not show it.
 */
export const origins = ['failing', 'tenant', 'run', 'user', 'specification'] as const
export type Origin = (typeof origins)[number]

/** The gravest of several; undefined for none. */
export function gravest(all: readonly (Origin | undefined)[]): Origin | undefined {
  return origins.find((origin) => all.includes(origin))
}

/** Whether a run may write a gap for it: the tenant can't show it, or the user did not supply what it takes. */
export function mayBeWritten(origin: Origin | undefined): boolean {
  return origin === 'user' || origin === 'specification'
}

/** Whether a gap of the profile may excuse it. That the tenant fails to answer is no inability to show something. */
export function mayBeExcused(origin: Origin | undefined): boolean {
  return origin !== 'failing'
}
