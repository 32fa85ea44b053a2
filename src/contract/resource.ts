// Resources: their operations, and facts that schemas cannot express.
import type { Json } from '../base/json.ts'
import type { Pointer } from './schema.ts'
import type { Constraint } from './values/constraint.ts'
import type { Envelope } from './values/envelope.ts'
import type { Normalises } from './values/normalisation.ts'

export type Act = 'create' | 'read' | 'update' | 'replace' | 'delete' | 'list'

export const acts: readonly Act[] = ['create', 'read', 'update', 'replace', 'delete', 'list']

/** How a value that the service sets can differ between two responses. */
export type ServerSet = 'constant' | 'monotonic' | 'moves' | 'any'

export type ServerSetSent = Readonly<Partial<Record<'create' | 'update' | 'replace', 'ignored' | 'refused'>>>

/** How to compare a member that has several equal forms. */
export type Comparison = 'set' | 'url' | 'instant' | 'second' | 'ignore-case' | 'ignore'

export interface States {
  readonly values: readonly Json[]
  readonly initial?: Json
  /** Allowed next states by state. Null if all transitions are allowed. */
  readonly transitions: Readonly<Record<string, readonly Json[]>> | null
  /** Statuses for a forbidden transition. Null if any 4xx status is right. */
  readonly refusal: readonly number[] | null
}

export interface Paging {
  /** Content of the query parameter: a number of items to skip, a page number, or a cursor. */
  readonly by?: 'offset' | 'page' | 'cursor'
  readonly parameter?: string
  /** Query parameter with the size of a page. */
  readonly size?: string
  /** True if a Link header contains the address of the next page (RFC 8288). */
  readonly link?: boolean
}

export interface Filter {
  readonly member: Pointer
  /** How the filter compares texts, ignoring the letter case. The default is `equal`. */
  readonly match?: 'equal' | 'contains'
}

/** How to sort a list. `query` is empty if the list is always sorted. */
export interface Sorting {
  readonly query: Readonly<Record<string, Json>>
  readonly by: Pointer
  readonly descending?: boolean
}

export interface BeforeDelete {
  readonly operation: string
  readonly body: Json
  /** Expected values or schemas of a read before the deletion. Empty if the run need not wait. */
  readonly until: ReadonlyMap<Pointer, Json>
  readonly withinMs: number
  /** Statuses for a deletion without this request. Null if the specification is silent. */
  readonly refusal: readonly number[] | null
}

export interface Resource {
  readonly name: string
  readonly title: string
  readonly life: Readonly<Partial<Record<Act, string>>>
  /** JSON pointer of the id in the resource. */
  readonly id: Pointer
  /** JSON pointers of the id, by operation. Contains only operations whose pointer differs from `id`. */
  readonly idsAt: ReadonlyMap<string, Pointer>
  /** Where the run finds the id. Null if the body of the response contains the id. */
  readonly idIn: 'location' | 'request' | 'path' | null
  readonly envelopes: ReadonlyMap<string, Envelope>
  readonly items: Pointer
  readonly total: Pointer | null
  readonly next: Pointer | null
  readonly paging: Paging | null
  readonly filters: ReadonlyMap<string, Filter>
  readonly sorting: readonly Sorting[]
  /** JSON pointer of the name. The run writes its marker into the name to recognise its resources. */
  readonly nameAt: Pointer | null
  readonly singleton: boolean
  /** True if checks of this resource must not run in parallel. */
  readonly exclusive: boolean
  /** Values of a singleton before any change. */
  readonly defaults: Json
  readonly readBy: { readonly operation: string; readonly body: Json } | null
  readonly recognise: { readonly all: readonly Pointer[]; readonly any: readonly Pointer[] } | null
  readonly serverSet: ReadonlyMap<Pointer, ServerSet>
  /** How the service treats requests that contain members which only the service sets. */
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
  /** True if the contract says that an object in an update replaces the stored object. */
  readonly replacesObjects: boolean
  /** True if the contract says that the service rejects or ignores null for an optional member. */
  readonly ignoresNull: boolean
  /** Whether a replacement removes omitted members. Null if the specification is silent. */
  readonly replaces: boolean | null
  readonly location: boolean
  readonly idsNeverReused: boolean
  /** Name of the parent resource, whose deletion also deletes this resource. */
  readonly removedWith: string | null
  /** Statuses of requests for a deleted resource. Null if the specification is silent, or with `ended`. */
  readonly afterDelete: readonly number[] | null
  /** Expected values or schemas of a read after a deletion. Empty if such reads fail. */
  readonly ended: ReadonlyMap<Pointer, Json>
  readonly beforeDelete: BeforeDelete | null
  readonly upsert: Upsert | null
  /** Values that a read returns after an action replaced the resource (`supersedes`). */
  readonly superseded: ReadonlyMap<Pointer, Json>
  readonly supplied: { readonly environment: string } | null
}

export interface Upsert {
  /** `may-change` means that the service can end the old resource and create another one. */
  readonly id: 'kept' | 'may-change'
  /** Statuses of a creation with an unknown id. Null if the specification is silent. */
  readonly unknown: readonly number[] | null
}

export function serverSetOf(
  { serverSet }: Pick<Resource, 'serverSet'>,
  kinds: readonly ServerSet[],
): readonly string[] {
  return [...serverSet].filter(([, kind]) => kinds.includes(kind)).map(([pointer]) => pointer.slice(1))
}
