// Measures a contract without suites: the number of requests for each clause, and the cost of proving all
// clauses compared with one run.
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
      what: 'The number of requests of a run without a depth option, divided by the number of clauses of examples/orders.',
      ratio,
      spread: [ratio, ratio],
      pairs: 1,
      aim: { below: 4 },
      detail: { requests, clauses },
    },
    {
      name: 'own-contract-proof',
      what: 'The processor time of verify-contract, divided by the processor time of one run with the same contract.',
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
