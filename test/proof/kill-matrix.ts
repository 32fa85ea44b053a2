// Finds one line of the kill matrix: a seeded fault, and the clauses that fail with this fault.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../src/base/package-root.ts'
import { conformance } from '../../src/library/conformance.ts'
import { causesOf } from '../../src/report/causes/causes.ts'
import { type Fault, tenantFaults } from '../../src/tenant/index.ts'

/** A fault to try. With `alone`, only the clauses that the fault names may fail. */
export interface Sample {
  readonly name: string
  readonly owner: string
  readonly fault: Fault
  readonly alone: boolean
  /** True if a release also runs all clauses that the fault may affect. */
  readonly widely: boolean
}

/** Another seed shows whether a run found a fault only by chance. */
const seed = Number(process.env.PROOF_SEED ?? 1)
/** The default depth. It is the lowest depth that must find each fault. */
const depth = process.env.PROOF_DEPTH ?? 'default'
/**
 * Faults that only a deep run finds. The default depth exceeds the rate limit of only two operations, because
 * exceeding the other limits would cost some 270 of 1,140 requests. The default depth also tries fewer ways
 * to set the state of a stream before an event.
 */
export const deepFaults: readonly string[] = [
  'create-429-without-headers',
  'create-over-limit-403',
  'templates-429-without-headers',
  'templates-over-limit-403',
  'templates-over-limit-carried-out',
  'update-over-limit-403',
  'update-over-limit-carried-out',
  'enabled-twice-forwards-nothing',
  'streams-disabled-twice-forward',
  'untouched-streams-forward-nothing',
]

/** Runs all clauses, or only those in `only`. Returns the failed clauses. */
async function redOf({ name, clauses }: Fault, only: readonly string[] = []): Promise<string[]> {
  const report = await conformance({
    depth: deepFaults.includes(name) ? 'deep' : depth,
    environment: {},
    seed,
    faults: [name],
    only,
  })
  // Skips clauses of the profile, because they fail with many faults.
  const failed = report.clauses.filter(({ id, verdict }) => verdict === 'fail' && !id.startsWith('profile.'))
  // Skips failures that the report explains by another failure, because they are no separate findings.
  const causes = causesOf(report.clauses)
  return failed.map(({ id }) => id).filter((id) => clauses.includes(id) || causes.leadOf(id) === null)
}

/** Runs every clause that the fault may affect. Returns the failed clauses. */
export async function redOfNear(fault: Fault): Promise<readonly string[]> {
  const elsewhere = fault.clauses.filter((id) => !id.startsWith(`${fault.operation}.`))
  return redOf(fault, fault.operation === 'any' ? [] : [`${fault.operation}.`, ...elsewhere])
}

/**
 * Runs the clauses that the fault names. If its own clause does not fail, runs every clause that the fault
 * may affect.
 */
export async function redOfNamed(fault: Fault): Promise<readonly string[]> {
  const [owner = ''] = fault.clauses
  const red = await redOf(fault, fault.clauses)
  return red.includes(owner) ? red : redOfNear(fault)
}

/** Reads from docs/kill-matrix.md the faults that make only their own named clauses fail. */
function caughtAlone(): ReadonlySet<string> {
  const page = readFileSync(join(packageRoot, 'docs/kill-matrix.md'), 'utf8')
  return new Set(
    [...page.matchAll(/^\| ([a-z0-9-]+) \| \S+ \| yes \| {2}\|$/gm)].map(([, name = '']) => name),
  )
}

export async function allFaults(): Promise<readonly Sample[]> {
  const known = caughtAlone()
  return (await tenantFaults()).map((fault, place) => {
    const { name, clauses } = fault
    return { name, owner: clauses[0] ?? '', fault, alone: known.has(name), widely: place % 10 === 0 }
  })
}

/**
 * Returns one fault for each check. Prefers faults that make only their own named clauses fail. If several
 * operations share a check, chooses one of these operations.
 */
export async function faultPerCheck(): Promise<readonly Sample[]> {
  const shared = sharedNames()
  const byName = new Map<string, Sample[]>()
  const own: Sample[] = []
  for (const sample of await faultPerClause()) {
    const name = sample.owner.slice(sample.owner.lastIndexOf('.') + 1)
    if (sample.owner.startsWith('any.') || !shared.has(name)) own.push(sample)
    else byName.set(name, [...(byName.get(name) ?? []), sample])
  }
  const turns = [...byName.values()].flatMap((samples, turn) => samples[turn % samples.length] ?? [])
  return [...own, ...turns]
}

/** Returns the names of the clauses that the contract states once for all operations. */
function sharedNames(): ReadonlySet<string> {
  const folder = join(packageRoot, 'schemas/cross')
  return new Set(
    readdirSync(folder).flatMap((file) => {
      const { each = [] } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
        readonly each?: readonly { readonly id: string }[]
      }
      return each.map(({ id }) => id)
    }),
  )
}

/** Returns one fault for each clause. Prefers faults that make only their own named clauses fail. */
async function faultPerClause(): Promise<readonly Sample[]> {
  const samples = new Map<string, Sample>()
  for (const sample of await allFaults())
    if (!samples.has(sample.owner) || (sample.alone && !samples.get(sample.owner)?.alone))
      samples.set(sample.owner, sample)
  return [...samples.values()]
}

const everyNth = 10

/**
 * Returns every tenth fault. Skips faults that need long waits, because test/release/events-reference.test.ts
 * tries them.
 */
export function someOf(samples: readonly Sample[]): readonly Sample[] {
  return samples
    .filter(({ owner }) => !owner.startsWith('any.event-'))
    .filter((_, place) => place % everyNth === 0)
}

/** Divides the faults between two test files. */
export function half<T>(all: readonly T[], index: 0 | 1): readonly T[] {
  return all.filter((_, position) => position % 2 === index)
}
