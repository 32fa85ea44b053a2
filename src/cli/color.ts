// Decides whether a stream gets colours.
import type { Environment } from '../settings/environment.ts'

const off: readonly string[] = ['0', 'false', 'no', 'off']

/** NO_COLOR wins (no-color.org), then FORCE_COLOR (force-color.org; 0 and false disable colours). */
export function isColored(isTTY: boolean, { NO_COLOR, FORCE_COLOR, TERM }: Environment): boolean {
  if (NO_COLOR) return false
  if (FORCE_COLOR) return !off.includes(FORCE_COLOR.toLowerCase())
  return isTTY && TERM !== 'dumb'
}
