// Writes the head of a self-contained page.
import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'

/** The browser allows only the page's own style and script. */
export function pageHead(title: string, style: string, script?: string): ReturnType<typeof html> {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${raw(contentSecurity(style, script))}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${raw(style)}</style>
</head>`
}

/** Follows W3C CSP level 3. */
function contentSecurity(style: string, script: string | undefined): string {
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
