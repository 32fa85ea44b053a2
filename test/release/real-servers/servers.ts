// The public servers that have a contract in `examples/servers/NAME`, and the commands that start them.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageRoot } from '../../../src/base/package-root.ts'

export interface RealServer {
  readonly name: string
  /** The kind of the API. */
  readonly kind: string
  readonly source: { readonly npm: string } | { readonly debian: string; readonly version: string }
  /** The minutes that it took to write the folder. */
  readonly minutes: number
  /** The path of the API on the server. */
  readonly path: string
  /** The path of the OpenAPI document, if the run reads the contract from the server. */
  readonly document?: string
  readonly environment: Readonly<Record<string, string>>
  readonly concurrency?: number
  readonly skip?: readonly string[]
  /** A path that the server answers as soon as it is ready. */
  readonly ready: string
  /**
   * Prepares the folder, and returns the command that starts the server. `otherPort` is a second free port.
   */
  start(folder: string, port: number, otherPort: number): readonly [string, ...string[]]
}

const write = (folder: string, file: string, text: string): string => {
  const path = join(folder, file)
  writeFileSync(path, text)
  return path
}

export const servers: readonly RealServer[] = [
  {
    name: 'alertmanager',
    kind: 'a client can still read a deleted silence; the end of a silence must be after its start',
    source: { debian: 'prometheus-alertmanager', version: '0.25' },
    minutes: 6,
    path: '/api/v2',
    environment: {},
    ready: '/-/ready',
    start: (folder, port) => [
      'prometheus-alertmanager',
      `--config.file=${write(folder, 'am.yml', 'route: { receiver: none }\nreceivers: [{ name: none }]\n')}`,
      `--storage.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--cluster.listen-address=',
    ],
  },
  {
    name: 'node-red',
    kind: 'an admin API without an OpenAPI document',
    source: { npm: 'node-red@4.1.15' },
    minutes: 13,
    path: '',
    environment: {},
    ready: '/flows',
    start: (folder, port) => [
      process.execPath,
      'node_modules/node-red/red.js',
      '-s',
      write(
        folder,
        'settings.js',
        `module.exports = { uiHost: '127.0.0.1', uiPort: ${port}, userDir: __dirname, disableEditor: true, telemetry: { enabled: false } }\n`,
      ),
    ],
  },
  {
    name: 'powerdns',
    kind: 'nested resources; an admin API with an API key',
    source: { debian: 'pdns-server', version: '4.7' },
    minutes: 6,
    path: '/api/v1/servers/localhost',
    environment: { TENANT_API_KEY: 'secret' },
    // Only one request at a time, because SQLite locks its file.
    concurrency: 1,
    ready: '/',
    start: (folder, port, otherPort) => {
      const database = join(folder, 'pdns.sqlite3')
      execFileSync('sqlite3', [database, '.read /usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql'])
      const own = [`--config-dir=${folder}`, `--socket-dir=${folder}`, '--daemon=no', '--guardian=no']
      const dns = ['--local-address=127.0.0.1', `--local-port=${otherPort}`, '--security-poll-suffix=']
      const data = ['--launch=gsqlite3', `--gsqlite3-database=${database}`, '--gsqlite3-dnssec=yes']
      const web = ['--webserver=yes', '--webserver-address=127.0.0.1', `--webserver-port=${port}`]
      return ['pdns_server', ...own, ...dns, ...data, ...web, '--api=yes', '--api-key=secret']
    },
  },
  {
    name: 'soul',
    kind: 'an API that Soul generates from the tables of a database; pages and sorting',
    source: { npm: 'soul-cli@0.8.2' },
    minutes: 4,
    path: '/api/tables/notes',
    environment: {},
    ready: '/api/tables/notes/rows',
    start: (folder, port) => {
      const table =
        'create table notes (id integer primary key autoincrement, title text not null, pages integer)'
      const script = `new (require('better-sqlite3'))('notes.db').exec('${table}')`
      execFileSync(process.execPath, ['-e', script], { cwd: folder })
      const server = 'node_modules/soul-cli/src/server.js'
      return [process.execPath, server, '-d', join(folder, 'notes.db'), '-p', String(port)]
    },
  },
  {
    name: 'orthanc',
    kind: 'the client chooses the id of each entry; users with passwords',
    source: { debian: 'orthanc', version: '1.10' },
    minutes: 5,
    path: '',
    environment: { TENANT_USERNAME: 'alice', TENANT_PASSWORD: 'alicePassword' },
    ready: '/',
    start: (folder, port) => {
      const settings = {
        ...{ StorageDirectory: join(folder, 'db'), IndexDirectory: join(folder, 'db'), HttpPort: port },
        ...{ DicomServerEnabled: false, RemoteAccessAllowed: false, AuthenticationEnabled: true },
        ...{ RegisteredUsers: { alice: 'alicePassword' }, DicomModalitiesInDatabase: true },
        ...{ OrthancPeersInDatabase: true },
      }
      return ['Orthanc', write(folder, 'orthanc.json', JSON.stringify(settings))]
    },
  },
  {
    name: 'loopback',
    kind: 'a generated API; its own OpenAPI document is the contract',
    source: { npm: '@loopback/example-todo@6.0.0' },
    minutes: 0,
    path: '',
    document: '/openapi.json',
    environment: {},
    // Skips these operations, because they change resources of other clients.
    skip: ['*update-all*'],
    ready: '/openapi.json',
    start: (folder, port) => {
      cpSync(join(packageRoot, 'examples/loopback/server.js'), join(folder, 'server.mjs'))
      return [process.execPath, 'server.mjs', '--port', String(port)]
    },
  },
]

/** Returns null if the server can be installed. Otherwise returns the reason. */
export function whyMissing({ source }: RealServer): string | null {
  try {
    if ('npm' in source) {
      execFileSync('npm', ['view', source.npm, 'version', '--fetch-retries=0'], {
        stdio: 'pipe',
        timeout: 30_000,
      })
      return null
    }
    const { debian, version } = source
    const listed = execFileSync('dpkg-query', ['-W', debian], { stdio: 'pipe' }).toString()
    const [, found = ''] = listed.trim().split('\t')
    return found.replace(/^\d+:/, '').startsWith(version) ? null : `${debian} ${version} is not installed`
  } catch (error) {
    return String(error).replace(/\s+/g, ' ').slice(0, 200)
  }
}

/** Installs a server from npm. A server from Debian is already installed. */
export function install({ source }: RealServer, folder: string): void {
  if (!('npm' in source)) return
  write(folder, 'package.json', '{ "private": true }\n')
  const options = ['--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['install', ...options, source.npm], { cwd: folder, stdio: 'pipe', timeout: 240_000 })
}

export interface Running {
  readonly address: string
  readonly process: ChildProcess
  stop(): Promise<void>
}

export function newFolder(name: string): string {
  return mkdtempSync(join(tmpdir(), `tc-real-${name}-`))
}

export async function started(server: RealServer, folder: string): Promise<Running> {
  const port = await freePort()
  const [command, ...args] = server.start(folder, port, await freePort())
  const child = spawn(command, args, { cwd: folder, stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const address = `http://127.0.0.1:${port}`
  const stop = async (): Promise<void> => {
    child.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  for (let tries = 0; tries < 300; tries += 1) {
    const isUp = await fetch(`${address}${server.ready}`).then(
      ({ status }) => status < 500,
      () => false,
    )
    if (isUp) return { address, process: child, stop }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await stop()
  throw new Error(`${server.name} did not start`)
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
