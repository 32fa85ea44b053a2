// Whether a stream is written in colour.
import type { Environment } from '../environment.ts'

const off: readonly string[] = ['0', 'false', 'no', 'off']

/**
 * NO_COLOR, where it is not empty, wins (no-color.org); then FORCE_COLOR (force-color.org), which 0 and false turn into its
 * opposite; then a terminal has colours unless it is a dumb one.
 */
export function isColored(isTTY: boolean, { NO_COLOR, FORCE_COLOR, TERM }: Environment): boolean {
  if (NO_COLOR) return false
  if (FORCE_COLOR) return !off.includes(FORCE_COLOR.toLowerCase())
  return isTTY && TERM !== 'dumb'
}
