// Starts the reference tenant with a state file, TLS, a web page and an admin address.
import type { ServerResponse } from 'node:http'
import { ConfigurationError } from '../base/error.ts'
import { SecretMask } from '../base/secret-mask.ts'
import { isLoopbackHost, parsedUrl, withoutBrackets } from '../base/uri.ts'
import { type JournalEntry, startTenant, type Tenant, type TenantOptions } from '../tenant/index.ts'
import type { Admin } from './admin/admin.ts'
import type { Recorder } from './files/record.ts'
import type { StateFile } from './files/state-file.ts'
import { originsOf } from './front/cors.ts'
import { frontOf } from './front/front.ts'
import { isLatency, paceLimits } from './pace.ts'
import type { TlsOptions } from './tls/identity.ts'

export interface MockOptions extends TlsOptions {
  readonly port: number
  readonly host?: string
  readonly publicUrl?: string
  readonly deliverTo?: 'loopback' | 'anywhere'
  readonly deliverCa?: string
  readonly faults: readonly string[]
  readonly like?: string
  readonly rateLimit?: { readonly burst: number; readonly perSecond: number }
  readonly latencyMs?: number
  readonly state?: string
  readonly seedData?: string
  readonly record?: string
  readonly adminPort?: number
  readonly cors?: readonly string[]
  readonly onMessage: (message: string) => void
}

export interface Mock {
  readonly tenant: Tenant
  /** The variables for a run, with TENANT_CA if the mock generated its certificate. */
  readonly environment: Readonly<Record<string, string>>
  readonly pageUrl: string
  readonly adminUrl: string | null
  close(): Promise<void>
}

/** @throws ConfigurationError for an unusable option */
export async function startMock(options: MockOptions): Promise<Mock> {
  const { host = '127.0.0.1', latencyMs = 0 } = options
  if (!isLatency(latencyMs))
    throw new ConfigurationError(
      `--latency is "${latencyMs}": give whole milliseconds from 0 to ${paceLimits.latencyMsMax}.`,
    )
  const origins = originsOf(options.cors ?? [])
  const closing: (() => Promise<void> | void)[] = []
  const close = async (): Promise<void> => {
    for (const end of closing.splice(0).reverse()) await end()
  }
  try {
    const mask = new SecretMask()
    const names = namesOf(host, options.publicUrl)
    const identity = await identityFor(options, names)
    if (identity !== null) closing.push(() => identity.remove())
    const file = await stateFileOf(options)
    const kept = file?.read() ?? null
    if (kept !== null && options.seedData !== undefined)
      options.onMessage(`${options.state} contains a saved state: ${options.seedData} is ignored.`)
    // A reset at the admin address also needs the seed data.
    const seeds = kept === null || options.adminPort !== undefined ? await seedsOf(options) : null
    const stored = kept ?? seeds
    const recorder = await recorderOf(options, mask)
    if (recorder !== null) closing.push(() => recorder.close())
    let tenant: Tenant | null = null
    let environment: Readonly<Record<string, string>> = {}
    const isOwn = isLoopbackHost(host)
    const page = (response: ServerResponse, withBody: boolean): void => {
      if (tenant !== null)
        answerWithPage(response, withBody, { tenant, variables: isOwn ? environment : null, mask })
    }
    const keep = (): void => {
      if (tenant !== null) file?.scheduleWrite(tenant.stored)
    }
    const onRequest = (request: JournalEntry): void => {
      recorder?.note(request)
      if (request.method !== 'GET' && request.status < 300) keep()
    }
    const started = await startTenant({
      ...tenantOptions(options),
      ...(identity === null ? {} : { tls: identity }),
      ...(stored === null ? {} : { stored }),
      ...(kept === null ? {} : { seeds: seeds ?? {} }),
      front: frontOf({ names, origins, page }),
      onRequest,
      onDelivery: keep,
    })
    tenant = started
    closing.push(async () => {
      await started.close()
      await file?.close()
      file?.write(started.stored())
    })
    environment = {
      ...started.environment,
      ...(identity?.authorityFile == null ? {} : { TENANT_CA: identity.authorityFile }),
    }
    for (const [name, value] of Object.entries(environment))
      if (/(?:SECRET|TOKEN)$/.test(name)) mask.add(value)
    file?.write(started.stored())
    const admin = await adminOf(options, { tenant: started, mask, onReset: keep })
    if (admin !== null) closing.push(() => admin.close())
    return {
      tenant: started,
      environment,
      pageUrl: `${started.authUrl}/`,
      adminUrl: admin?.url ?? null,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function tenantOptions(options: MockOptions): TenantOptions {
  const { port, host, publicUrl, deliverTo, deliverCa, faults, like, rateLimit, latencyMs } = options
  return {
    ...{ port, faults },
    ...(host === undefined ? {} : { host }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(deliverTo === undefined ? {} : { deliverTo }),
    ...(deliverCa === undefined ? {} : { deliverCa }),
    ...(like === undefined ? {} : { like }),
    ...(rateLimit === undefined ? {} : { rateLimit }),
    ...(latencyMs === undefined ? {} : { variation: { latencyMs } }),
  }
}

function namesOf(host: string, publicUrl: string | undefined): readonly string[] {
  const called = parsedUrl(publicUrl ?? '')?.hostname
  const listening = host === '0.0.0.0' || host === '::' ? [] : [host]
  const names = [...(called === undefined ? [] : [called]), ...listening, 'localhost', '127.0.0.1', '::1']
  return [...new Set(names.map((name) => withoutBrackets(name).toLowerCase()))]
}

async function identityFor(options: TlsOptions, names: readonly string[]) {
  const { tls, tlsCert, tlsKey, tlsCa } = options
  if (!tls && tlsCert === undefined && tlsKey === undefined && tlsCa === undefined) return null
  return (await import('./tls/identity.ts')).identityOf(options, names)
}

async function stateFileOf({ state, onMessage }: MockOptions): Promise<StateFile | null> {
  return state === undefined ? null : new (await import('./files/state-file.ts')).StateFile(state, onMessage)
}

async function seedsOf({ seedData }: MockOptions) {
  return seedData === undefined
    ? null
    : (await import('./files/state-file.ts')).readStored(seedData, '--seed-data')
}

async function recorderOf({ record, onMessage }: MockOptions, mask: SecretMask): Promise<Recorder | null> {
  return record === undefined
    ? null
    : (await import('./files/record.ts')).Recorder.open(record, mask, onMessage)
}

async function adminOf(
  { adminPort }: MockOptions,
  parts: Parameters<typeof import('./admin/admin.ts').startAdmin>[1],
): Promise<Admin | null> {
  return adminPort === undefined ? null : (await import('./admin/admin.ts')).startAdmin(adminPort, parts)
}

function answerWithPage(
  response: ServerResponse,
  withBody: boolean,
  parts: Parameters<typeof import('./front/page.ts').pageOf>[0],
): void {
  void import('./front/page.ts').then(({ pageHeaders, pageOf }) => {
    const body = pageOf(parts)
    response
      .writeHead(200, { ...pageHeaders, 'Content-Length': Buffer.byteLength(body) })
      .end(withBody ? body : undefined)
  })
}
