// Defines the entries of a ledger, and finds the resources that a sweep must remove.
import { createHash } from 'node:crypto'
import { ConfigurationError } from '../../base/error.ts'
import type { JsonObject } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { type Fixture, fixtureName } from '../../profile/index.ts'
import type { RunConfig } from '../config.ts'

export type ResourceKind = string

/** Later versions are refused, because they may have unknown entries. */
export const ledgerVersion = 1

export interface LedgerRun {
  readonly entry: 'run'
  readonly version?: typeof ledgerVersion
  readonly marker: string
  readonly baseUrl: string
  readonly authUrl: string
  readonly tokenUrl: string
  readonly audience: string
  readonly embedded: boolean
  readonly profile: string | null
  /** Absent in old ledgers. */
  readonly contract?: { readonly name: string; readonly version: string }
  readonly fixtures: Readonly<Record<string, Fixture>>
}

export interface Intent {
  readonly entry: 'intent'
  readonly number: number
  readonly kind: ResourceKind
  readonly name: string
  /** True if no list can show whether the resource belongs to the run. */
  readonly unnamed?: boolean
  /** The id that the request chose. */
  readonly id?: string
  /** The id in the response. It is not stored on disk. */
  readonly told?: string
}

/** Defined by `schemas/meta/ledger.json`. */
export type LedgerEntry =
  | LedgerRun
  | Intent
  /** The ids in a complete list, before the run first creates a resource without a name. */
  | { readonly entry: 'existing'; readonly kind: ResourceKind; readonly ids: readonly string[] }
  | { readonly entry: 'created'; readonly number: number; readonly kind: ResourceKind; readonly id: string }
  /** The creation certainly left no resource. */
  | { readonly entry: 'refused'; readonly number: number }
  /** Written before a request sends a name without the run's marker. `digest` is the SHA-256 of the name. */
  | { readonly entry: 'renamed'; readonly kind: ResourceKind; readonly id: string; readonly digest: string }
  | { readonly entry: 'deleted'; readonly kind: ResourceKind; readonly id: string }
  /** The resource did not exist when the run wanted to remove it. */
  | { readonly entry: 'absent'; readonly kind: ResourceKind; readonly id: string }
  /** The resource belongs to another client, although a response to a creation contained its id. */
  | { readonly entry: 'disowned'; readonly kind: ResourceKind; readonly id: string }
  | ({ readonly entry: 'saved'; readonly kind: ResourceKind } & Pick<Saved, 'original'> & Partial<Saved>)
  /** Written before a request sends values without the run's marker. `digests` are their SHA-256. */
  | { readonly entry: 'sent'; readonly kind: ResourceKind; readonly digests: readonly string[] }
  | { readonly entry: 'restored'; readonly kind: ResourceKind }

export interface Saved {
  readonly source: 'read' | 'defaults'
  readonly original: JsonObject
  /** Members that the contract does not name. A replacement would reset them. */
  readonly beside?: JsonObject
}

export interface SavedBefore extends Saved {
  /** Null if no values were sent. "unnoted" if an old ledger did not record the values. */
  readonly sent: readonly string[] | 'unnoted' | null
}

export interface Leftovers {
  readonly resources: ReadonlyMap<ResourceKind, readonly string[]>
  /** SHA-256 digests of all names that a resource may have, by the id of the resource. */
  readonly names: ReadonlyMap<string, ReadonlySet<string>>
  readonly saved: ReadonlyMap<ResourceKind, SavedBefore>
  readonly intents: readonly Intent[]
  /** Ids that existed before the run created resources without a name. */
  readonly existing: ReadonlyMap<ResourceKind, ReadonlySet<string>>
}

export function firstEntry(config: RunConfig, marker: string): LedgerRun {
  const { baseUrl, authUrl, tokenUrl, audience, embedded, contract, profileName, profile, mask } = config
  const cleaning = new Set(
    [...contract.resources.values()].flatMap((resource) => {
      return [fixtureName(resource, 'read'), fixtureName(resource, 'delete'), fixtureName(resource, 'list')]
    }),
  )
  const fixtures = Object.entries(profile.fixtures ?? {}).filter(([name]) => cleaning.has(name))
  return {
    entry: 'run',
    version: ledgerVersion,
    marker,
    baseUrl,
    authUrl,
    tokenUrl,
    audience,
    embedded,
    profile: profileName,
    contract: { name: contract.name, version: contract.version },
    fixtures: mask.maskDeep(Object.fromEntries(fixtures)) as LedgerRun['fixtures'],
  }
}

// Only damaged files exceed this limit.
const leftoversMax = 100_000

/** @throws ConfigurationError if the ledger lists too many resources */
export function leftoversOf(entries: Iterable<LedgerEntry>, file: string): Leftovers {
  const intents = new Map<number, Intent>()
  const names = new Map<string, Set<string>>()
  const named = (id: string, digest: string): void => {
    names.set(id, (names.get(id) ?? new Set()).add(digest))
  }
  const existing = new Map<ResourceKind, Set<string>>()
  const resources = new Map<ResourceKind, Set<string>>()
  const of = (kind: ResourceKind): Set<string> => {
    const known = resources.get(kind) ?? new Set()
    resources.set(kind, known)
    return known
  }
  const saved = new Map<ResourceKind, Extract<LedgerEntry, { entry: 'saved' }>>()
  const sent = new Map<ResourceKind, string[]>()
  let digests = 0
  let left = 0
  for (const line of entries) {
    if (line.entry === 'intent') intents.set(line.number, line)
    else if (line.entry === 'refused') intents.delete(line.number)
    else if (line.entry === 'existing')
      existing.set(line.kind, new Set([...(existing.get(line.kind) ?? []), ...line.ids]))
    else if (line.entry === 'created') {
      const intent = intents.get(line.number)
      if (intent !== undefined) named(line.id, digestOf(intent.name))
      intents.delete(line.number)
      of(line.kind).add(line.id)
      left += 1
    } else if (line.entry === 'deleted' || line.entry === 'absent' || line.entry === 'disowned') {
      of(line.kind).delete(line.id)
      names.delete(line.id)
    } else if (line.entry === 'renamed') named(line.id, line.digest)
    else if (line.entry === 'saved') saved.set(line.kind, line)
    else if (line.entry === 'sent') {
      const known = sent.get(line.kind) ?? []
      sent.set(line.kind, known)
      known.push(...line.digests)
      digests += line.digests.length
    } else if (line.entry === 'restored') saved.delete(line.kind)
    if (intents.size + left + digests > leftoversMax) {
      left = sizeOf(resources)
    }
    if (intents.size + left + digests > leftoversMax)
      throw new ConfigurationError(
        `${file} lists more than ${leftoversMax} remaining resources, but no run creates that many: check the file, and remove the listed resources by hand.`,
      )
  }
  return {
    resources: new Map([...resources].map(([kind, ids]) => [kind, [...ids]])),
    names,
    saved: new Map(
      [...saved].map(([kind, { source, original, beside }]) => [
        kind,
        {
          source: source ?? 'read',
          original,
          ...(beside === undefined ? {} : { beside }),
          // Old ledgers have no `source`, and did not record the sent values.
          sent: source === undefined ? 'unnoted' : (sent.get(kind) ?? null),
        },
      ]),
    ),
    intents: [...intents.values()],
    existing,
  }
}

const entries: ReadonlySet<string> = new Set<LedgerEntry['entry']>([
  ...(['run', 'intent', 'existing', 'created', 'refused', 'renamed'] as const),
  ...(['deleted', 'absent', 'disowned', 'saved', 'sent', 'restored'] as const),
])

/** Converts entries of older ledgers, whose entry names contain the kind of the singleton. */
export function currentEntry({ entry, ...rest }: { readonly entry: string }): LedgerEntry {
  if (entries.has(entry)) return { ...rest, entry } as unknown as LedgerEntry
  const [, kind, what = 'saved'] = /^(.+?)(?:-(sent|restored))?$/.exec(entry) ?? []
  return { ...rest, entry: what, kind } as unknown as LedgerEntry
}

function sizeOf(resources: ReadonlyMap<ResourceKind, ReadonlySet<string>>): number {
  return [...resources.values()].reduce((sum, { size }) => sum + size, 0)
}

// Keeps each line far below the limit of the reader (`lineBytesMax`).
const idsPerEntry = 1_000

export function existingEntries(kind: ResourceKind, ids: readonly string[]): readonly LedgerEntry[] {
  return Array.from({ length: Math.ceil(ids.length / idsPerEntry) }, (_, index) => ({
    entry: 'existing',
    kind,
    ids: ids.slice(index * idsPerEntry, (index + 1) * idsPerEntry),
  }))
}

export function lineOf(entry: LedgerEntry): string {
  return `${jsonText(entry)}\n`
}

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
