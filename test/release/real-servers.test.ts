// Installs public servers, and runs against them with the contracts of `examples/servers`. The results must
// match docs/real-servers.md. The test needs the npm registry and packages of Debian.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/base/package-root.ts'
import { conformance, type Report } from '../../src/index.ts'
import {
  install,
  newFolder,
  type RealServer,
  type Running,
  servers,
  started,
  whyMissing,
} from './real-servers/servers.ts'

const page = join(packageRoot, 'docs/real-servers.md')
const folderOf = ({ name }: RealServer): string => join(packageRoot, 'examples/servers', name)
const readmeOf = (server: RealServer): string =>
  join(
    server.document === undefined ? folderOf(server) : join(packageRoot, 'examples', server.name),
    'README.md',
  )

/** Returns the clauses that the README of the server lists. */
const listed = (server: RealServer): readonly string[] =>
  [...readFileSync(readmeOf(server), 'utf8').matchAll(/^### `(.*)`/gm)].map(([, id = '']) => id)

function linesOf(server: RealServer): readonly string[] {
  const folder = folderOf(server)
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').trimEnd().split('\n'))
}

test.each(servers)('the folder of $name has at most 80 lines of JSON, none of them long', (server) => {
  expect(linesOf(server).length).toBeLessThanOrEqual(80)
  expect(linesOf(server).filter((line) => line.length > 150)).toEqual([])
})

describe.each(servers)('$name', (server) => {
  const missing = whyMissing(server)
  if (missing !== null) process.stderr.write(`\nNOT TRIED: ${server.name}: ${missing}\n\n`)
  let running: Running

  describe.skipIf(missing !== null)('is installed', () => {
    beforeAll(async () => {
      const folder = newFolder(server.name)
      install(server, folder)
      running = await started(server, folder)
    }, 300_000)
    afterAll(() => running?.stop())

    const checked = (seed: number): Promise<Report> =>
      conformance({
        contract: server.document === undefined ? folderOf(server) : `${running.address}${server.document}`,
        baseUrl: `${running.address}${server.path}`,
        environment: server.environment,
        ...(server.concurrency === undefined ? {} : { concurrency: server.concurrency }),
        ...(server.skip === undefined ? {} : { skip: server.skip }),
        seed,
      })

    test('its row in the page is current (PAGE=write writes it)', async () => {
      const startedMs = Date.now()
      const report = await checked(1)
      expect(Date.now() - startedMs).toBeLessThan(60_000)
      const row = rowOf(server, report)
      const text = readFileSync(page, 'utf8')
      const line = new RegExp(`^\\| \\[${server.name}\\].*$`, 'm')
      if (process.env.PAGE === 'write') writeFileSync(page, text.replace(line, row))
      else expect(stable(line.exec(text)?.[0] ?? '')).toBe(stable(row))
      expect(answeredIn(report)).toBeGreaterThanOrEqual(0.8)
    }, 90_000)

    test.each([2, 3])(
      'with seed %i, exactly the failures of its README occur, and nothing is left',
      async (seed) => {
        const report = await checked(seed)
        const failed = report.clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
        expect(failed.filter((id) => !listed(server).includes(id))).toEqual([])
        expect(report.resources.leaked).toEqual([])
        expect(answeredIn(report)).toBeGreaterThanOrEqual(0.8)
        expect(running.process.exitCode).toBeNull()
      },
      90_000,
    )
  })
})

function judged({ clauses }: Report): Report['clauses'] {
  return clauses.filter(({ verdict }) => !['out-of-scope', 'not-applicable'].includes(verdict))
}

const answeredIn = (report: Report): number =>
  judged(report).filter(({ verdict }) => verdict === 'pass' || verdict === 'fail').length /
  judged(report).length

function rowOf(server: RealServer, report: Report): string {
  const of = (wanted: string): number =>
    judged(report).filter(({ level, verdict }) => level === wanted && verdict === 'fail').length
  const { source } = server
  const from = 'npm' in source ? `npm \`${source.npm}\`` : `Debian \`${source.debian}\` ${source.version}`
  const readme = `../examples/${server.document === undefined ? 'servers/' : ''}${server.name}/README.md`
  const cells = [
    `[${server.name}](${readme})`,
    from,
    server.kind,
    String(judged(report).length),
    `${Math.round(100 * answeredIn(report))}%`,
    String(of('MUST')),
    String(of('SHOULD')),
    (report.traffic.requests / judged(report).length).toFixed(1),
    String(linesOf(server).length),
    String(server.minutes),
  ]
  return `| ${cells.join(' | ')} |`
}

/** Replaces the number of requests, because it varies. */
const stable = (row: string): string => row.replace(/\| \d+\.\d \|/, '| … |')
