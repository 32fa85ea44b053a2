// The content security policy of a report page: allows only its own style and script, so that injected markup stays inert.
import { createHash } from 'node:crypto'

/** Directives of W3C CSP, level 3. */
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
