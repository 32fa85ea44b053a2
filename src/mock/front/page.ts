// Renders the mock's web page, which runs no script and loads no files.
import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { clip } from '../../base/clip.ts'
import { isoTime } from '../../base/clock.ts'
import type { SecretMask } from '../../base/secret-mask.ts'
import { tool } from '../../base/tool.ts'
import { visible } from '../../base/visible.ts'
import type { Tenant } from '../../tenant/index.ts'

export const pageLimits = { requestsMax: 50, rowsMax: 100, charactersMax: 200 }

export interface PageParts {
  readonly tenant: Pick<Tenant, 'inspect' | 'baseUrl' | 'faults'>
  /** The variables contain credentials. Null if other machines can open the page. */
  readonly variables: Readonly<Record<string, string>> | null
  readonly mask: SecretMask
}

const style = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
body{margin:2rem auto;max-width:70rem;padding:0 1rem}
table{border-collapse:collapse;width:100%}
th,td{border-bottom:1px solid #8886;padding:.25rem .6rem .25rem 0;text-align:left;vertical-align:top;overflow-wrap:anywhere}
code,pre,td{font-family:ui-monospace,monospace;font-size:13px}
pre{border:1px solid #8886;overflow:auto;padding:.8rem;user-select:all;white-space:pre-wrap;overflow-wrap:anywhere}`

const styleDigest = createHash('sha256').update(style).digest('base64')

export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleDigest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
}

export function pageOf({ tenant, variables, mask }: PageParts): string {
  const { streams, policies, templates, requests } = tenant.inspect()
  const text = (value: unknown): string => visible(clip(mask.redact(String(value)), pageLimits.charactersMax))
  const table = (names: readonly string[], rows: readonly (readonly unknown[])[], inAll: number) =>
    rows.length === 0
      ? html`<p>None.</p>`
      : html`<table><thead><tr>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${text(cell)}</td>`)}</tr>\n`)}</tbody></table>
${inAll > rows.length ? html`<p>The table contains ${rows.length} of ${inAll}.</p>` : ''}`
  const last = <T>(all: readonly T[], max = pageLimits.rowsMax): readonly T[] => all.slice(-max).reverse()
  return String(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Reference tenant</title><style>${raw(style)}</style></head><body>
<h1>Reference tenant</h1>
<p>The mock of ${tool.name} ${tool.version}. Its API is at <code>${text(tenant.baseUrl)}</code>. Reload the page to see changes.</p>
<h2>Faults</h2>
${
  tenant.faults.length === 0
    ? html`<p>No fault is active: the tenant conforms.</p>`
    : html`<ul>${tenant.faults.map((name) => html`<li><code>${text(name)}</code></li>`)}</ul>`
}
<h2>Variables</h2>
${
  variables === null
    ? html`<p>The mock printed the variables at start-up. This page omits them, because other machines can open it.</p>`
    : html`<pre>${Object.entries(variables)
        .map(([name, value]) => `${name}=${value}`)
        .join('\n')}</pre>`
}
<h2>Event streams</h2>
${table(
  ['id', 'name', 'state', 'subscriptions', 'destination'],
  last(streams).map(({ id, name, state, subscriptions, destination }) => [
    id,
    name,
    state,
    subscriptions.map(({ event_type }) => event_type).join(', '),
    destination.configuration.webhook_endpoint ?? destination.type,
  ]),
  streams.length,
)}
<h2>Rate limit policies</h2>
${table(
  ['id', 'content'],
  last(policies).map(({ id, body }) => [id, JSON.stringify({ ...body, id: undefined })]),
  policies.length,
)}
<h2>Phone templates</h2>
${table(['message', 'text'], Object.entries(templates), 2)}
<h2>Last requests</h2>
${table(
  ['time', 'request', 'operation', 'client', 'status'],
  last(requests, pageLimits.requestsMax).map(({ atMs, method, path, query, operation, clientId, status }) => [
    isoTime(atMs),
    `${method} ${path}${query === null ? '' : `?${query}`}`,
    operation ?? '–',
    clientId ?? '–',
    status,
  ]),
  requests.length,
)}
</body></html>
`)
}
