// Ledger entries: the lines of a ledger, and what they say is still at the tenant.
import type { JsonObject } from '../base/json.ts'
import { isObject, parse } from '../base/json.ts'
import type { Fixture, FixtureName } from '../profile/index.ts'
import type { RunConfig } from './config.ts'

export type ResourceKind = 'event-stream' | 'rate-limit-policy' | 'phone-templates'

/** What a later process needs to remove what the run made. Credentials are not among it. */
export interface LedgerRun {
  readonly entry: 'run'
  /** In the name, or in another place, of all that the run makes. */
  readonly marker: string
  readonly baseUrl: string
  readonly authUrl: string
  readonly tokenUrl: string
  readonly audience: string
  /** Whether the tenant was the run's own, which ended with it. */
  readonly embedded: boolean
  readonly profile: string | null
  readonly fixtures: Readonly<Partial<Record<FixtureName, Fixture>>>
}

/** The creation of a resource that was about to be asked for. */
export interface Intent {
  readonly entry: 'intent'
  readonly number: number
  readonly kind: ResourceKind
  readonly name: string
}

/** One line of the ledger. */
export type LedgerEntry =
  | LedgerRun
  | Intent
  | { readonly entry: 'created'; readonly number: number; readonly kind: ResourceKind; readonly id: string }
  /** It is certain that the creation of that number left nothing behind. */
  | { readonly entry: 'refused'; readonly number: number }
  | { readonly entry: 'deleted'; readonly kind: ResourceKind; readonly id: string }
  /** It was shown as somebody else's, although a creation was answered with its id. */
  | { readonly entry: 'disowned'; readonly kind: ResourceKind; readonly id: string }
  | { readonly entry: 'templates'; readonly source: 'read' | 'defaults'; readonly original: JsonObject }
  /** Messages that were about to be sent, by their digests. */
  | { readonly entry: 'templates-sent'; readonly digests: readonly string[] }
  | { readonly entry: 'templates-restored' }

/** What a ledger says is still at the tenant, or may be. */
export interface Leftovers {
  readonly streams: readonly string[]
  readonly policies: readonly string[]
  readonly templates: {
    readonly source: 'read' | 'defaults'
    readonly original: JsonObject
    /** Digests of the messages that may stand there. */
    readonly sent: readonly string[]
  } | null
  /** Creations of which it is not known whether they happened. */
  readonly intents: readonly Intent[]
}

// What removes, and what shows whether something is still there.
const cleaning: readonly string[] = [
  'deleteEventStream',
  'listEventStreams',
  'listRateLimitPolicies',
  'readEventStream',
  'readPhoneTemplates',
] satisfies FixtureName[]

/** The first line of a run's ledger. */
export function firstEntry(config: RunConfig, marker: string): LedgerRun {
  const { baseUrl, authUrl, tokenUrl, audience, embedded, profileName, profile, mask } = config
  const fixtures = Object.entries(profile.fixtures ?? {}).filter(([name]) => cleaning.includes(name))
  return {
    entry: 'run',
    marker,
    baseUrl,
    authUrl,
    tokenUrl,
    audience,
    embedded,
    profile: profileName,
    fixtures: mask.maskDeep(Object.fromEntries(fixtures)) as LedgerRun['fixtures'],
  }
}

/** The entries of a ledger's text; a last line that was cut off by a kill is left out. */
export function parseLedger(text: string): LedgerEntry[] {
  return text.split('\n').flatMap((line) => {
    const parsed = parse(line)
    return parsed.ok && isObject(parsed.value) ? [parsed.value as unknown as LedgerEntry] : []
  })
}

/** What is left of the run that the entries tell of. */
export function leftoversOf(entries: readonly LedgerEntry[]): Leftovers {
  const intents = new Map<number, Intent>()
  const resources = new Map<ResourceKind, Set<string>>()
  const of = (kind: ResourceKind): Set<string> => {
    const known = resources.get(kind) ?? new Set()
    resources.set(kind, known)
    return known
  }
  let templates = null as Leftovers['templates']
  for (const line of entries) {
    if (line.entry === 'intent') intents.set(line.number, line)
    else if (line.entry === 'refused') intents.delete(line.number)
    else if (line.entry === 'created') {
      intents.delete(line.number)
      of(line.kind).add(line.id)
    } else if (line.entry === 'deleted' || line.entry === 'disowned') of(line.kind).delete(line.id)
    else if (line.entry === 'templates')
      templates = { source: line.source, original: line.original, sent: [] }
    else if (line.entry === 'templates-sent' && templates !== null)
      templates = { ...templates, sent: [...templates.sent, ...line.digests] }
    else if (line.entry === 'templates-restored') templates = null
  }
  return {
    streams: [...of('event-stream')],
    policies: [...of('rate-limit-policy')],
    templates,
    intents: [...intents.values()],
  }
}
