// Resources: their operations, and rules that schemas cannot express.
import type { Json } from '../base/json.ts'
import type { Pointer } from './schema.ts'
import type { Constraint } from './values/constraint.ts'
import type { Envelope } from './values/envelope.ts'
import type { Normalises } from './values/normalisation.ts'

export type Act = 'create' | 'read' | 'update' | 'replace' | 'delete' | 'list'

export const acts: readonly Act[] = ['create', 'read', 'update', 'replace', 'delete', 'list']

/** How a value that the service sets can change between two responses. */
export type ServerSet = 'constant' | 'monotonic' | 'moves' | 'any'

export type ServerSetSent = Readonly<Partial<Record<'create' | 'update' | 'replace', 'ignored' | 'refused'>>>

/** How to compare a member if equal values can have different forms, for example two forms of one time. */
export type Comparison = 'set' | 'url' | 'instant' | 'second' | 'ignore-case' | 'ignore'

export interface States {
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
export interface BeforeDelete {
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
export interface Upsert {
  /** `may-change` means that the service can end the old resource and make a new one. */
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
