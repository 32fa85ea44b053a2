// Resources: their operations, and rules beyond their schemas.
import type { Json } from '../base/json.ts'
import type { Pointer } from './schema.ts'
import { type Constraint, type ConstraintSource, constraintOf } from './values/constraint.ts'
import { type Envelope, type EnvelopesSource, envelopesFrom } from './values/envelope.ts'
import { type NormalisationSource, type Normalises, resolvedNormalisations } from './values/normalisation.ts'

export type Act = 'create' | 'read' | 'update' | 'replace' | 'delete' | 'list'

export const acts: readonly Act[] = ['create', 'read', 'update', 'replace', 'delete', 'list']

/** Between two responses. */
export type ServerSet = 'constant' | 'monotonic' | 'moves' | 'any'

type ServerSetSent = Readonly<Partial<Record<'create' | 'update' | 'replace', 'ignored' | 'refused'>>>

/** For values that may differ in form. */
export type Comparison = 'set' | 'url' | 'instant' | 'second' | 'ignore-case' | 'ignore'

interface States {
  readonly values: readonly Json[]
  readonly initial?: Json
  /** Null if any transition is allowed. */
  readonly transitions: Readonly<Record<string, readonly Json[]>> | null
  /** Null: any refusal. */
  readonly refusal: readonly number[] | null
}

/** How a list is read in pages. */
export interface Paging {
  /** Items before the page, the page number, or the cursor in the previous page. */
  readonly by?: 'offset' | 'page' | 'cursor'
  readonly parameter?: string
  /** The page size. */
  readonly size?: string
  /** RFC 8288. */
  readonly link?: boolean
}

export interface Filter {
  readonly member: Pointer
  /** Ignores letter case. Default: `equal`. */
  readonly match?: 'equal' | 'contains'
}

/** Empty if the list is always sorted. */
export interface Sorting {
  readonly query: Readonly<Record<string, Json>>
  readonly by: Pointer
  readonly descending?: boolean
}

/** The request that a deletion needs before it. */
interface BeforeDelete {
  readonly operation: string
  /** Null without a body. */
  readonly body: Json
  /** Values or schemas in reads. Empty if the effect is immediate. */
  readonly until: ReadonlyMap<Pointer, Json>
  readonly withinMs: number
  /** Statuses without this request. Null if unspecified. */
  readonly refusal: readonly number[] | null
}

type BeforeDeleteSource =
  | string
  | {
      readonly operation: string
      readonly body?: Json
      readonly until?: Readonly<Record<Pointer, Json>>
      readonly within?: number
      readonly refusal?: readonly number[]
    }

export interface Resource {
  readonly name: string
  readonly title: string
  readonly life: Readonly<Partial<Record<Act, string>>>
  /** Pointer in the resource. */
  readonly id: Pointer
  /** For operations that show the id elsewhere. */
  readonly idsAt: ReadonlyMap<string, Pointer>
  /** Null if the response's body contains the id. */
  readonly idIn: 'location' | 'request' | 'path' | null
  readonly envelopes: ReadonlyMap<string, Envelope>
  readonly items: Pointer
  readonly total: Pointer | null
  readonly next: Pointer | null
  readonly paging: Paging | null
  readonly filters: ReadonlyMap<string, Filter>
  readonly sorting: readonly Sorting[]
  /** Marks the run's resources. */
  readonly nameAt: Pointer | null
  readonly singleton: boolean
  /** Checks never overlap. */
  readonly exclusive: boolean
  /** For a singleton. */
  readonly defaults: Json
  readonly readBy: { readonly operation: string; readonly body: Json } | null
  readonly recognise: { readonly all: readonly Pointer[]; readonly any: readonly Pointer[] } | null
  readonly serverSet: ReadonlyMap<Pointer, ServerSet>
  /** When a request sends a member that the service sets. */
  readonly serverSetSent: ServerSetSent
  readonly states: ReadonlyMap<Pointer, States>
  readonly unique: readonly Pointer[]
  readonly secret: readonly Pointer[]
  readonly compare: ReadonlyMap<Pointer, Comparison>
  readonly references: ReadonlyMap<Pointer, string>
  /** How the service changes sent values. */
  readonly normalises: Normalises
  readonly constraints: readonly Constraint[]
  readonly patch: 'merge' | 'members'
  /** Only true if the contract says so. */
  readonly replacesObjects: boolean
  /** Null for an optional member is refused or ignored. False if unspecified. */
  readonly ignoresNull: boolean
  /** Null if unspecified. */
  readonly replaces: boolean | null
  readonly location: boolean
  readonly idsNeverReused: boolean
  /** Deleting the parent also deletes this. */
  readonly removedWith: string | null
  /** Null if unspecified. */
  readonly afterDelete: readonly number[] | null
  /** Values or schemas in reads after a deletion. Empty if such reads fail. */
  readonly ended: ReadonlyMap<Pointer, Json>
  readonly beforeDelete: BeforeDelete | null
  readonly upsert: Upsert | null
  /** Values in reads after an action (`supersedes`). */
  readonly superseded: ReadonlyMap<Pointer, Json>
  readonly supplied: { readonly environment: string } | null
}

/** A creation with an existing id changes that resource. */
interface Upsert {
  /** `may-change`: may end the old resource, and make a new one. */
  readonly id: 'kept' | 'may-change'
  /** For an unknown id. Null if unspecified. */
  readonly unknown: readonly number[] | null
}

type StatesSource =
  | readonly Json[]
  | {
      readonly initial?: Json
      readonly transitions: Readonly<Record<string, readonly Json[]>>
      readonly refusal?: readonly number[]
    }

export interface ResourceSource
  extends Partial<
    Omit<
      Resource,
      | 'serverSet'
      | 'serverSetSent'
      | 'states'
      | 'compare'
      | 'references'
      | 'normalises'
      | 'constraints'
      | 'ended'
      | 'beforeDelete'
      | 'upsert'
      | 'superseded'
      | 'replacesObjects'
      | 'filters'
      | 'recognise'
      | 'nameAt'
      | 'name'
      | 'id'
      | 'idsAt'
      | 'idIn'
      | 'envelopes'
    >
  > {
  readonly name?: Pointer
  /** One, or one per operation and a `default`. */
  readonly id?: Pointer | Readonly<Record<string, Pointer>>
  readonly idIn?: 'location' | 'request' | 'path'
  readonly envelopes?: EnvelopesSource
  readonly recognise?: { readonly all?: readonly Pointer[]; readonly any?: readonly Pointer[] }
  readonly serverSet?: Readonly<Record<Pointer, ServerSet>>
  readonly serverSetSent?: 'ignored' | 'refused' | ServerSetSent
  readonly states?: Readonly<Record<Pointer, StatesSource>>
  readonly compare?: Readonly<Record<Pointer, Comparison>>
  readonly references?: Readonly<Record<Pointer, string>>
  readonly normalises?: Readonly<Record<Pointer, NormalisationSource | readonly NormalisationSource[]>>
  readonly constraints?: readonly ConstraintSource[]
  readonly ended?: Readonly<Record<Pointer, Json>>
  readonly beforeDelete?: BeforeDeleteSource
  readonly upsert?: true | Partial<Upsert>
  readonly filters?: Readonly<Record<string, Pointer | Filter>>
}

export function serverSetOf(
  { serverSet }: Pick<Resource, 'serverSet'>,
  kinds: readonly ServerSet[],
): readonly string[] {
  return [...serverSet].filter(([, kind]) => kinds.includes(kind)).map(([pointer]) => pointer.slice(1))
}

export function resourceOf(name: string, source: ResourceSource): Resource {
  const singleton = source.singleton ?? false
  const { default: id = '/id', ...idsAt } =
    typeof source.id === 'string' ? { default: source.id } : (source.id ?? {})
  const { all = [], any = [] } = source.recognise ?? {}
  return {
    name,
    title: source.title ?? name.replaceAll('-', ' ').replace(/s$/, ''),
    life: source.life ?? {},
    id,
    idsAt: new Map(Object.entries(idsAt)),
    idIn: source.idIn ?? null,
    envelopes: envelopesFrom(source.envelopes ?? {}),
    items: source.items ?? '',
    total: source.total ?? null,
    next: source.next ?? null,
    paging: source.paging ?? null,
    filters: new Map(
      Object.entries(source.filters ?? {}).map(([parameter, filter]) => [
        parameter,
        typeof filter === 'string' ? { member: filter } : filter,
      ]),
    ),
    sorting: source.sorting ?? [],
    nameAt: source.name ?? null,
    singleton,
    exclusive: source.exclusive ?? singleton,
    defaults: source.defaults ?? null,
    readBy: source.readBy ?? null,
    recognise: source.recognise === undefined ? null : { all, any },
    serverSet: new Map(Object.entries(source.serverSet ?? {})),
    serverSetSent: byAct(source.serverSetSent),
    states: new Map(
      Object.entries(source.states ?? {}).map(([pointer, states]) => [pointer, statesOf(states)]),
    ),
    unique: source.unique ?? [],
    secret: source.secret ?? [],
    compare: new Map(Object.entries(source.compare ?? {})),
    references: new Map(Object.entries(source.references ?? {})),
    normalises: resolvedNormalisations(source.normalises ?? {}, null),
    constraints: (source.constraints ?? []).map(constraintOf),
    patch: source.patch ?? 'members',
    replacesObjects: source.patch === 'members',
    ignoresNull: source.ignoresNull ?? false,
    replaces: source.replaces ?? null,
    location: source.location ?? false,
    idsNeverReused: source.idsNeverReused ?? false,
    removedWith: source.removedWith ?? null,
    // An ended resource still exists.
    afterDelete: source.ended === undefined ? (source.afterDelete ?? null) : null,
    ended: new Map(Object.entries(source.ended ?? {})),
    beforeDelete: source.beforeDelete === undefined ? null : stepOf(source.beforeDelete),
    upsert:
      source.upsert === undefined
        ? null
        : { id: 'kept', unknown: null, ...(source.upsert === true ? {} : source.upsert) },
    superseded: new Map(),
    supplied: source.supplied ?? null,
  }
}

const stepMs = 10_000

function stepOf(source: BeforeDeleteSource): BeforeDelete {
  const one = typeof source === 'string' ? { operation: source } : source
  const { operation, body = null, until = {}, within = stepMs, refusal = null } = one
  return { operation, body, until: new Map(Object.entries(until)), withinMs: within, refusal }
}

// A single value applies to all acts.
function byAct(said: ResourceSource['serverSetSent'] = {}): ServerSetSent {
  return typeof said === 'string' ? { create: said, update: said, replace: said } : said
}

function statesOf(source: StatesSource): States {
  if (isValues(source)) return { values: source, transitions: null, refusal: null }
  const { initial, transitions, refusal } = source
  return {
    values: [...new Set([...Object.keys(transitions), ...Object.values(transitions).flat()])],
    ...(initial === undefined ? {} : { initial }),
    transitions,
    refusal: refusal ?? null,
  }
}

const isValues = (source: StatesSource): source is readonly Json[] => Array.isArray(source)
