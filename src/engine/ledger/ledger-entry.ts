// Ledger entries: the lines of a ledger, and what they say is still at the tenant.
import { createHash } from 'node:crypto'
import { ConfigurationError } from '../../base/error.ts'
import type { JsonObject } from '../../base/json.ts'
import { type Fixture, fixtureName } from '../../profile/index.ts'
import type { RunConfig } from '../config.ts'

/** What one of a resource is called, in lower case with hyphens. */
export type ResourceKind = string

/** The version of the format, in its first line. A ledger of a later one is refused: what it tells of could be missed. */
export const ledgerVersion = 1

/** What a later process needs to remove what the run made. Credentials are not among it. */
export interface LedgerRun {
  readonly entry: 'run'
  readonly version?: typeof ledgerVersion
  /** In the name, or in another place, of all that the run makes. */
  readonly marker: string
  readonly baseUrl: string
  readonly authUrl: string
  readonly tokenUrl: string
  readonly audience: string
  /** Whether the tenant was the run's own, which ended with it. */
  readonly embedded: boolean
  readonly profile: string | null
  /** Absent in ledgers of versions that knew one contract alone. */
  readonly contract?: { readonly name: string; readonly version: string }
  readonly fixtures: Readonly<Record<string, Fixture>>
}

/** The creation of a resource that was about to be asked for. */
export interface Intent {
  readonly entry: 'intent'
  readonly number: number
  readonly kind: ResourceKind
  readonly name: string
  /** Whether the request does not hold the name, so that no list can show it. */
  readonly unnamed?: boolean
}

/** One line of the ledger: `schemas/meta/ledger.json`. */
export type LedgerEntry =
  | LedgerRun
  | Intent
  | { readonly entry: 'created'; readonly number: number; readonly kind: ResourceKind; readonly id: string }
  /** It is certain that the creation of that number left nothing behind. */
  | { readonly entry: 'refused'; readonly number: number }
  /** A name without the marker that a resource of the run is about to be given, by the SHA-256 of its text. */
  | { readonly entry: 'renamed'; readonly kind: ResourceKind; readonly id: string; readonly digest: string }
  | { readonly entry: 'deleted'; readonly kind: ResourceKind; readonly id: string }
  /** It was gone before it was removed. */
  | { readonly entry: 'absent'; readonly kind: ResourceKind; readonly id: string }
  /** It was shown as somebody else's, although a creation was answered with its id. */
  | { readonly entry: 'disowned'; readonly kind: ResourceKind; readonly id: string }
  /** What a resource of which there is one held, before it was changed. */
  | ({ readonly entry: 'saved'; readonly kind: ResourceKind } & Pick<Saved, 'original'> & Partial<Saved>)
  /** Values without the marker that were about to be sent to it, by the SHA-256 of their texts. */
  | { readonly entry: 'sent'; readonly kind: ResourceKind; readonly digests: readonly string[] }
  | { readonly entry: 'restored'; readonly kind: ResourceKind }

/** What is to be put back, and where it is known from. */
export interface Saved {
  readonly source: 'read' | 'defaults'
  readonly original: JsonObject
}

/** What a killed run was to put back. */
export interface SavedBefore extends Saved {
  /**
   * Digests of those values without the marker that may stand there; null where none of any kind was sent, and "unnoted" of a
   * ledger that does not tell.
   */
  readonly sent: readonly string[] | 'unnoted' | null
}

/** What a ledger says is still at the tenant, or may be. */
export interface Leftovers {
  /** Keys of what is left, by kind. */
  readonly resources: ReadonlyMap<ResourceKind, readonly string[]>
  /** The names that the run may have given to what is left, by their keys: SHA-256 of each. */
  readonly names: ReadonlyMap<string, ReadonlySet<string>>
  /** What resources of which there is one held before they were changed, by kind. */
  readonly saved: ReadonlyMap<ResourceKind, SavedBefore>
  /** Creations of which it is not known whether they happened. */
  readonly intents: readonly Intent[]
}

/** The first line of a run's ledger. */
export function firstEntry(config: RunConfig, marker: string): LedgerRun {
  const { baseUrl, authUrl, tokenUrl, audience, embedded, contract, profileName, profile, mask } = config
  // What removes, and what shows whether something is still there.
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

// More than any run leaves: they are held in memory, and each is asked for.
const leftoversMax = 100_000

/**
 * What is left of the run that the entries tell of.
 * @param file its name, for the message
 * @throws ConfigurationError where it is more than any run leaves
 */
export function leftoversOf(entries: Iterable<LedgerEntry>, file: string): Leftovers {
  const intents = new Map<number, Intent>()
  const names = new Map<string, Set<string>>()
  const named = (id: string, digest: string): void => {
    names.set(id, (names.get(id) ?? new Set()).add(digest))
  }
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
      // Most of them may be gone since.
      left = sizeOf(resources)
    }
    if (intents.size + left + digests > leftoversMax)
      throw new ConfigurationError(
        `${file} tells of more than ${leftoversMax} resources that are left, which no run makes: check what it is, and remove by hand what it tells of.`,
      )
  }
  return {
    resources: new Map([...resources].map(([kind, ids]) => [kind, [...ids]])),
    names,
    saved: new Map(
      [...saved].map(([kind, { source, original }]) => [
        kind,
        {
          source: source ?? 'read',
          original,
          // Before the source was written down, what was sent was not, either.
          sent: source === undefined ? 'unnoted' : (sent.get(kind) ?? null),
        },
      ]),
    ),
    intents: [...intents.values()],
  }
}

/** The entries that are written; older ledgers have others for what there is one of. */
const entries: ReadonlySet<string> = new Set<LedgerEntry['entry']>([
  ...(['run', 'intent', 'created', 'refused', 'renamed', 'deleted', 'absent', 'disowned'] as const),
  ...(['saved', 'sent', 'restored'] as const),
])

/** An entry as it is written now: what there is one of once gave its name to entries of its own. */
export function currentEntry({ entry, ...rest }: { readonly entry: string }): LedgerEntry {
  if (entries.has(entry)) return { ...rest, entry } as unknown as LedgerEntry
  const [, kind, what = 'saved'] = /^(.+?)(?:-(sent|restored))?$/.exec(entry) ?? []
  return { ...rest, entry: what, kind } as unknown as LedgerEntry
}

function sizeOf(resources: ReadonlyMap<ResourceKind, ReadonlySet<string>>): number {
  return [...resources.values()].reduce((sum, { size }) => sum + size, 0)
}

/** What a text of the run is known by in the ledger. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
