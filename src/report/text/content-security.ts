// Lets only a page's own style and script act, not injected markup.
import { createHash } from 'node:crypto'

/** W3C CSP, level 3. */
export function contentSecurity(style: string, script?: string): string {
  return [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    ...(script === undefined ? [] : [`script-src '${hashOf(script)}'`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
