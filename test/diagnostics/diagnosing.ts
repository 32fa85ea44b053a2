// Diagnoses tenants, and records the requests that they receive.
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { type DiagnosisOptions, diagnose } from '../../src/diagnostics/diagnose.ts'
import { type Diagnosis, exitOf, type Finding } from '../../src/diagnostics/finding.ts'
import type { Environment } from '../../src/settings/environment.ts'
import { startTenant, type Tenant, type TenantOptions } from '../../src/tenant/index.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

export function closeAfterTest(close: () => Promise<unknown>): void {
  closing.push(close)
}

export async function aTenant(options: TenantOptions = {}): Promise<Tenant> {
  const tenant = await startTenant(options)
  closeAfterTest(() => tenant.close())
  return tenant
}

export interface Listening {
  readonly origin: string
  /** The requests in their order of arrival. */
  readonly asked: readonly Pick<IncomingMessage, 'method' | 'url' | 'headers'>[]
}

export async function listening(listener: RequestListener): Promise<Listening> {
  const asked: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[] = []
  const server = createServer((request, response) => {
    asked.push({ method: request.method, url: request.url, headers: request.headers })
    request.resume()
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeAfterTest(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

export interface Seen extends Diagnosis {
  readonly exit: number
  of(id: string): Finding | undefined
  all(state: Finding['state']): readonly string[]
}

export async function lookedAt(
  variables: Environment,
  options: Partial<DiagnosisOptions> = {},
): Promise<Seen> {
  const reportDir = join(tmpdir(), 'tenant-conformance-no-reports')
  const found = await diagnose({ reportDir, timeoutMs: 5_000, ...options }, { variables, file: null })
  return {
    ...found,
    exit: exitOf(found.findings),
    of: (id) => found.findings.find((one) => one.id === id),
    all: (state) => found.findings.filter((one) => one.state === state).map(({ id }) => id),
  }
}

export function without(variables: Environment, ...names: readonly string[]): Environment {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !names.includes(name)))
}
