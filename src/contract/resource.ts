// Resources: their operations, and rules that schemas cannot express.
import type { Json } from '../base/json.ts'
import type { Pointer } from './schema.ts'
import { type Constraint, type ConstraintSource, constraintOf } from './values/constraint.ts'
import { type Envelope, type EnvelopesSource, envelopesFrom } from './values/envelope.ts'
import { type NormalisationSource, type Normalises, resolvedNormalisations } from './values/normalisation.ts'

export type Act = 'create' | 'read' | 'update' | 'replace' | 'delete' | 'list'

export const acts: readonly Act[] = ['create', 'read', 'update', 'replace', 'delete', 'list']

/** How a value that the service sets can change between two responses. */
export type ServerSet = 'constant' | 'monotonic' | 'moves' | 'any'

type ServerSetSent = Readonly<Partial<Record<'create' | 'update' | 'replace', 'ignored' | 'refused'>>>

/** How to compare a member if equal values can have different forms, for example two forms of one time. */
export type Comparison = 'set' | 'url' | 'instant' | 'second' | 'ignore-case' | 'ignore'

interface States {
  readonly values: readonly Json[]
  readonly initial?: Json
  /** Allowed next states by state. Null if any transition is allowed. */
  readonly transitions: Readonly<Record<string, readonly Json[]>> | null
  /** Statuses that reject a forbidden transition. Null if any 4xx status is allowed. */
  readonly refusal: readonly number[] | null
}

/** How a client reads a list in pages. */
export interface Paging {
  /**
   * Meaning of the query parameter: the number of items before the page, the page number, or the cursor
   * from the previous page.
   */
  readonly by?: 'offset' | 'page' | 'cursor'
  readonly parameter?: string
  /** Query parameter with the size of a page. */
  readonly size?: string
  /** True if the header Link contains the address of the next page (RFC 8288). */
  readonly link?: boolean
}

export interface Filter {
  readonly member: Pointer
  /** How the filter compares texts. Both ways ignore the letter case. The default is `equal`. */
  readonly match?: 'equal' | 'contains'
}

/** How to sort a list. `query` is empty if the list is always sorted. */
export interface Sorting {
  readonly query: Readonly<Record<string, Json>>
  readonly by: Pointer
  readonly descending?: boolean
}

/** A request that the run must send before it can delete the resource. */
interface BeforeDelete {
  readonly operation: string
  /** Body of the request. Null if it has no body. */
  readonly body: Json
  /**
   * Values or schemas that a read shows when the resource can be deleted. Empty if it can be deleted
   * immediately.
   */
  readonly until: ReadonlyMap<Pointer, Json>
  readonly withinMs: number
  /** Statuses that reject a deletion without this request. Null if the specification is silent. */
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
  /** JSON pointer of the id in the resource. */
  readonly id: Pointer
  /** JSON pointers of the id for operations with the id at another member, by operation. */
  readonly idsAt: ReadonlyMap<string, Pointer>
  /** Another place of the id. Null if the body of the response contains the id. */
  readonly idIn: 'location' | 'request' | 'path' | null
  readonly envelopes: ReadonlyMap<string, Envelope>
  readonly items: Pointer
  readonly total: Pointer | null
  readonly next: Pointer | null
  readonly paging: Paging | null
  readonly filters: ReadonlyMap<string, Filter>
  readonly sorting: readonly Sorting[]
  /**
   * JSON pointer of the member with the name. The run writes its marker into the name, so the run
   * recognises its own resources.
   */
  readonly nameAt: Pointer | null
  readonly singleton: boolean
  /** True if checks of this resource must not run at the same time. */
  readonly exclusive: boolean
  /** Values of a singleton before any change. */
  readonly defaults: Json
  readonly readBy: { readonly operation: string; readonly body: Json } | null
  readonly recognise: { readonly all: readonly Pointer[]; readonly any: readonly Pointer[] } | null
  readonly serverSet: ReadonlyMap<Pointer, ServerSet>
  /** Whether the service ignores or rejects a member that only the service sets, if a request contains it. */
  readonly serverSetSent: ServerSetSent
  readonly states: ReadonlyMap<Pointer, States>
  readonly unique: readonly Pointer[]
  readonly secret: readonly Pointer[]
  readonly compare: ReadonlyMap<Pointer, Comparison>
  readonly references: ReadonlyMap<Pointer, string>
  /** How the service changes sent values before it stores them, by pointer. */
  readonly normalises: Normalises
  readonly constraints: readonly Constraint[]
  readonly patch: 'merge' | 'members'
  /** True only if the contract says that an update replaces nested objects as a whole. */
  readonly replacesObjects: boolean
  /**
   * True if the service rejects or ignores null for an optional member. False if the specification is
   * silent.
   */
  readonly ignoresNull: boolean
  /** Whether a replacement removes omitted members. Null if the specification is silent. */
  readonly replaces: boolean | null
  readonly location: boolean
  readonly idsNeverReused: boolean
  /** Name of the parent resource. Its deletion also deletes this resource. */
  readonly removedWith: string | null
  /** Statuses of requests for a deleted resource. Null if the specification is silent. */
  readonly afterDelete: readonly number[] | null
  /** Values or schemas that a read shows after a deletion. Empty if such reads fail. */
  readonly ended: ReadonlyMap<Pointer, Json>
  readonly beforeDelete: BeforeDelete | null
  readonly upsert: Upsert | null
  /** Values that a read shows after an action replaced the resource (`supersedes`). */
  readonly superseded: ReadonlyMap<Pointer, Json>
  readonly supplied: { readonly environment: string } | null
}

/** A creation with an existing id changes the existing resource. */
interface Upsert {
  /** `may-change` means that the service can end the old resource and make a new one. */
  readonly id: 'kept' | 'may-change'
  /** Statuses of a creation with an unknown id. Null if the specification is silent. */
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
  /** One JSON pointer for all operations, or one for each operation and a `default`. */
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
    // With `ended`, reads of a deleted resource do not fail, so `afterDelete` does not apply.
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

// A single value applies to creations, updates and replacements.
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
