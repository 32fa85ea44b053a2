// One line of the kill matrix: the reference tenant with one seeded fault, and which clauses turn red.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../src/base/package-root.ts'
import { conformance } from '../../src/library/conformance.ts'
import { causesOf } from '../../src/report/causes/causes.ts'
import { type Fault, tenantFaults } from '../../src/tenant/index.ts'

/** A fault, and whether it may turn red only what it names. */
export interface Sample {
  readonly name: string
  readonly owner: string
  readonly fault: Fault
  readonly alone: boolean
  /** Whether it is held against all clauses that it may touch in a release, too, where a run of each takes too long. */
  readonly widely: boolean
}

/** Another seed than that of docs/kill-matrix.md shows that what is caught is not caught by luck. */
const seed = Number(process.env.PROOF_SEED ?? 1)
/** What a run without a depth does at least; deeper ones find no less. */
const depth = process.env.PROOF_DEPTH ?? 'default'
/**
 * Faults that a deep run alone looks for, as a run without a depth against a fast tenant is. The default depth tries the request rate of one
 * operation that reads and of the one that shows a 429. The other three would cost it some 270 requests more, of 1,140 in all.
 * Nor does it try further ways in which updates set the state of a stream before an event.
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

/** The clauses that failed in a run of all clauses, or of those that `only` selects, against a tenant with the fault. */
async function redOf({ name, clauses }: Fault, only: readonly string[] = []): Promise<string[]> {
  const report = await conformance({
    depth: deepFaults.includes(name) ? 'deep' : depth,
    environment: {},
    seed,
    faults: [name],
    only,
  })
  // What the profile declares is judged apart: it follows from many faults.
  const failed = report.clauses.filter(({ id, verdict }) => verdict === 'fail' && !id.startsWith('profile.'))
  // A failure that the report says to follow from another one is told there, and is no finding of its own.
  const causes = causesOf(report.clauses)
  return failed.map(({ id }) => id).filter((id) => clauses.includes(id) || causes.leadOf(id) === null)
}

/**
 * The same against every clause that a fault may touch: those of its operation, of all operations for one of none, and
 * what it names elsewhere.
 */
export async function redOfNear(fault: Fault): Promise<readonly string[]> {
  const elsewhere = fault.clauses.filter((id) => !id.startsWith(`${fault.operation}.`))
  return redOf(fault, fault.operation === 'any' ? [] : [`${fault.operation}.`, ...elsewhere])
}

/**
 * The same as cheaply as its owner can be seen to fail: the clauses that the fault names alone, which bring all checks of its operation
 * where they are judged while others are checked; where that does not show it, every clause that it may touch.
 */
export async function redOfNamed(fault: Fault): Promise<readonly string[]> {
  const [owner = ''] = fault.clauses
  const red = await redOf(fault, fault.clauses)
  return red.includes(owner) ? red : redOfNear(fault)
}

/** Faults that, by the whole proof (docs/kill-matrix.md), no clause catches that they do not name. */
function caughtAlone(): ReadonlySet<string> {
  const page = readFileSync(join(packageRoot, 'docs/kill-matrix.md'), 'utf8')
  return new Set(
    [...page.matchAll(/^\| ([a-z0-9-]+) \| \S+ \| yes \| {2}\|$/gm)].map(([, name = '']) => name),
  )
}

/** All faults. */
export async function allFaults(): Promise<readonly Sample[]> {
  const known = caughtAlone()
  return (await tenantFaults()).map((fault, place) => {
    const { name, clauses } = fault
    return { name, owner: clauses[0] ?? '', fault, alone: known.has(name), widely: place % 10 === 0 }
  })
}

/** One fault for each check, caught alone where there is such: of a check that all operations share for one of them, in turns. */
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

/** The names of clauses that are stated once for all operations. */
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

/** One fault for each clause that owns one, caught alone where there is such. */
async function faultPerClause(): Promise<readonly Sample[]> {
  const samples = new Map<string, Sample>()
  for (const sample of await allFaults())
    if (!samples.has(sample.owner) || (sample.alone && !samples.get(sample.owner)?.alone))
      samples.set(sample.owner, sample)
  return [...samples.values()]
}

// As many as a developer can wait for again and again.
const everyNth = 5

/** Some of them. Those of event deliveries wait for what does not come: test/release/events-reference.test.ts shows all of them. */
export function someOf(samples: readonly Sample[]): readonly Sample[] {
  return samples
    .filter(({ owner }) => !owner.startsWith('any.event-'))
    .filter((_, place) => place % everyNth === 0)
}

/** Every second one, so that two test files share them. */
export function half<T>(all: readonly T[], index: 0 | 1): readonly T[] {
  return all.filter((_, position) => position % 2 === index)
}
