// Measures a contract without suites: its requests for each clause, and the cost of its proof.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { library } from '../built.ts'
import { type Figure, paired } from '../figure.ts'

const pairs = 3

const contract = join(process.cwd(), 'examples/orders')

interface Orders {
  readonly environment: Readonly<Record<string, string>>
  close(): Promise<void>
}

export async function measure(): Promise<readonly Figure[]> {
  const { verifyContract } = await library()
  const { requests, clauses } = await checked()
  const ratio = requests / clauses
  const { subject, reference, ...ratios } = await paired(
    pairs,
    () => processorMs(() => verifyContract(contract)),
    () => processorMs(checked),
  )
  return [
    {
      name: 'own-contract-requests',
      what: 'Requests for each clause of examples/orders, in a run without --depth.',
      ratio,
      spread: [ratio, ratio],
      pairs: 1,
      aim: { below: 4 },
      detail: { requests, clauses },
    },
    {
      name: 'own-contract-proof',
      what: 'Processor time of verify-contract, compared with one run of the same contract.',
      ...ratios,
      pairs,
      aim: { below: 12 },
      detail: { proofMs: Math.round(subject), runMs: Math.round(reference), clauses },
    },
  ]
}

async function checked(): Promise<{ readonly requests: number; readonly clauses: number }> {
  const { conformance } = await library()
  const { startOrders } = (await import(pathToFileURL(join(contract, 'server.js')).href)) as {
    startOrders(): Promise<Orders>
  }
  const { environment, close } = await startOrders()
  try {
    const { traffic, clauses } = await conformance({ contract, environment, seed: 1 })
    return { requests: traffic.requests, clauses: clauses.length }
  } finally {
    await close()
  }
}

async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
