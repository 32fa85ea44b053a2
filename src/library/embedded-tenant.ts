// Starts the embedded reference tenant, in its own thread if possible.
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ConfigurationError } from '../base/error.ts'
import { codeRoot } from '../base/package-root.ts'
import type { Tenant, TenantOptions } from '../tenant/index.ts'

export type EmbeddedOptions = Pick<TenantOptions, 'faults' | 'like'>

export type EmbeddedTenant = Pick<Tenant, 'baseUrl' | 'environment' | 'close'>

export type ThreadStart =
  | Pick<Tenant, 'baseUrl' | 'environment'>
  | { readonly refused: string; readonly problems: readonly string[] }

const threadFile = join(codeRoot, 'src', 'library', 'tenant-thread.js')

/** @throws ConfigurationError for an unknown fault or variation */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedTenant> {
  if (availableParallelism() > 1 && existsSync(threadFile)) return inThread(options)
  const { startTenant } = await import('../tenant/index.ts')
  return startTenant(options)
}

async function inThread(options: EmbeddedOptions): Promise<EmbeddedTenant> {
  const thread = new Worker(threadFile, { workerData: options, env: {} })
  const told = await new Promise<ThreadStart>((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
  }).catch(async (error: unknown) => {
    await thread.terminate()
    throw error
  })
  if ('refused' in told) {
    await thread.terminate()
    throw new ConfigurationError(told.refused, told.problems)
  }
  return {
    ...told,
    async close() {
      const closed = new Promise((resolve) => thread.once('message', resolve))
      thread.postMessage('close')
      await closed
      await thread.terminate()
    },
  }
}
