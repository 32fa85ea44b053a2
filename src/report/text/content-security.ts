// What a page of a report lets act: its own style and script alone, so that markup that slipped through could
// not.
import { createHash } from 'node:crypto'

/** The directives (W3C CSP, level 3) of a page with that style, and with that script where there is one. */
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
