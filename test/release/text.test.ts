// Tests that the texts of a tenant have no effect on runs and reports.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { visibleJson } from '../../src/base/visible.ts'
import { conformance } from '../../src/index.ts'
import { junitXml, reportHtml, summaryMarkdown, terminalReport } from '../../src/report/index.ts'
import { hostileText } from '../report/sample.ts'

const schema = readFileSync(new URL('../report/junit.xsd', import.meta.url), 'utf8')

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Starts a tenant with `text` in ids, in members and in all refusals. */
async function talker(text: string): Promise<string> {
  let made = 0
  const server = createServer(async (request, response) => {
    let sent = ''
    for await (const chunk of request) sent += chunk
    const said = { message: text, [text]: { [text]: [text] } }
    made += 1
    const created =
      request.method === 'POST' && request.url === '/api/v2/event-streams' && sent.includes('"name":"tc-')
    const id = `${text}${made}`.slice(-26).padStart(26, 'x')
    const at = new Date().toISOString()
    const stream = created
      ? { ...JSON.parse(sent), id, status: 'enabled', created_at: at, updated_at: at }
      : {}
    response.writeHead(created ? 201 : 418, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ...said, ...stream }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2`
}

test.each([
  ['what acts on each medium', hostileText],
  ['a lone surrogate', 'of-\ud800-and-\udfff-'],
  ['what leads elsewhere', '../../../../etc/passwd?x#y%2f%00'],
  ['commands to CI services', 'x\n::error::y ##[error]z ##vso[task.complete]'],
])('a run ends normally if the tenant returns only %s', async (_, text) => {
  const report = await conformance({
    depth: 'default',
    baseUrl: await talker(text),
    environment: { TENANT_ACCESS_TOKEN: 'Zk3-0iieo3h050ua-of-nobody' },
    only: ['event-streams.create.accepts', 'event-streams.create.name'],
    profile: {
      name: 'talker',
      fixtures: { deleteEventStream: { method: 'DELETE', path: '/event-streams/{id}' } },
    },
    writes: 'destructive',
    examples: 2,
    seed: 1,
  })
  expect(report.clauses.filter(({ verdict }) => verdict === 'error')).toEqual([])
  expect(report.outcome).not.toBe('conformant')
  const terminal = { color: false, verbose: true, quiet: false, width: 100, files: [] }
  const views = [visibleJson(report), junitXml(report), reportHtml(report), summaryMarkdown(report)]
  for (const view of [...views, terminalReport(report, terminal)]) expect(view).not.toMatch(/[^\P{C}\n\t]/u)
  expect(JSON.parse(visibleJson(report))).toEqual(JSON.parse(JSON.stringify(report)))
  expect((await validateXML({ xml: junitXml(report), schema })).errors).toEqual([])
})
