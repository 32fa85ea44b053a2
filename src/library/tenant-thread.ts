// Runs the embedded tenant in a worker thread.
import { parentPort, workerData } from 'node:worker_threads'
import { ConfigurationError } from '../base/error.ts'
import { startTenant } from '../tenant/index.ts'
import type { EmbeddedOptions, ThreadStart } from './embedded-tenant.ts'

const tell = (told: ThreadStart): void => parentPort?.postMessage(told)

try {
  const tenant = await startTenant(workerData as EmbeddedOptions)
  parentPort?.once('message', () => void tenant.close().then(() => parentPort?.postMessage('closed')))
  tell({ baseUrl: tenant.baseUrl, environment: tenant.environment })
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error
  tell({ refused: error.summary, problems: error.details })
}
