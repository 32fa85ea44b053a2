// One line of the kill matrix: a seeded fault, and the clauses that fail.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../src/base/package-root.ts'
import { conformance } from '../../src/library/conformance.ts'
import { causesOf } from '../../src/report/causes/causes.ts'
import { type Fault, tenantFaults } from '../../src/tenant/index.ts'

/** `alone`: only the named clauses may fail. */
export interface Sample {
  readonly name: string
  readonly owner: string
  readonly fault: Fault
  readonly alone: boolean
  /** A release also runs all clauses that the fault may affect. */
  readonly widely: boolean
}

/** With another seed, nobody can say that a fault was found by luck. */
const seed = Number(process.env.PROOF_SEED ?? 1)
/** The default depth, the lowest that must find each fault. */
const depth = process.env.PROOF_DEPTH ?? 'default'
/**
 * Faults that only a deep run finds. The default depth exceeds the request rate of two operations, because the others
 * would cost some 270 requests of 1,140. It also tries fewer ways to set the state of a stream before an event.
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

/** Runs all clauses, or those in `only`. Returns the failed ones. */
async function redOf({ name, clauses }: Fault, only: readonly string[] = []): Promise<string[]> {
  const report = await conformance({
    depth: deepFaults.includes(name) ? 'deep' : depth,
    environment: {},
    seed,
    faults: [name],
    only,
  })
  // Clauses of the profile fail with many faults.
  const failed = report.clauses.filter(({ id, verdict }) => verdict === 'fail' && !id.startsWith('profile.'))
  // A failure that follows from another one in the report is no separate finding.
  const causes = causesOf(report.clauses)
  return failed.map(({ id }) => id).filter((id) => clauses.includes(id) || causes.leadOf(id) === null)
}

/** Runs every clause that the fault may affect. */
export async function redOfNear(fault: Fault): Promise<readonly string[]> {
  const elsewhere = fault.clauses.filter((id) => !id.startsWith(`${fault.operation}.`))
  return redOf(fault, fault.operation === 'any' ? [] : [`${fault.operation}.`, ...elsewhere])
}

/** Runs the named clauses, and then every clause that the fault may affect. */
export async function redOfNamed(fault: Fault): Promise<readonly string[]> {
  const [owner = ''] = fault.clauses
  const red = await redOf(fault, fault.clauses)
  return red.includes(owner) ? red : redOfNear(fault)
}

/** Reads from docs/kill-matrix.md the faults for which only named clauses fail. */
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

/** Prefers faults for which only named clauses fail. If operations share a check, one of them is chosen. */
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

/** Returns the names of clauses that are stated once for all operations. */
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

/** Prefers faults for which only named clauses fail. */
async function faultPerClause(): Promise<readonly Sample[]> {
  const samples = new Map<string, Sample>()
  for (const sample of await allFaults())
    if (!samples.has(sample.owner) || (sample.alone && !samples.get(sample.owner)?.alone))
      samples.set(sample.owner, sample)
  return [...samples.values()]
}

const everyNth = 5

/** Leaves out faults that need to wait. test/release/events-reference.test.ts tries those. */
export function someOf(samples: readonly Sample[]): readonly Sample[] {
  return samples
    .filter(({ owner }) => !owner.startsWith('any.event-'))
    .filter((_, place) => place % everyNth === 0)
}

/** Divides the faults between two test files. */
export function half<T>(all: readonly T[], index: 0 | 1): readonly T[] {
  return all.filter((_, position) => position % 2 === index)
}
