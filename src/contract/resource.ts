// Resources of a contract: which operations make up the life of one, and what holds for it beyond its schemas.
import type { Json } from '../base/json.ts'

/** What an operation does to the resource that it is named after. */
export type Act = 'create' | 'read' | 'update' | 'replace' | 'delete' | 'list'

export const acts: readonly Act[] = ['create', 'read', 'update', 'replace', 'delete', 'list']

/** A JSON pointer (RFC 6901) into a request's or a response's body. */
export type Pointer = string

/** What becomes of a member that the service sets, from one response to the next. */
export type ServerSet = 'constant' | 'monotonic' | 'moves' | 'any'

/** What becomes of values that a request carries for what the service sets. */
type ServerSetSent = Readonly<Partial<Record<'create' | 'update' | 'replace', 'ignored' | 'refused'>>>

/** How two values of a member are held against each other where they need not be equal. */
export type Comparison = 'set' | 'url' | 'instant' | 'ignore-case' | 'ignore'

/** The values of a member that holds a state. */
interface States {
  readonly values: readonly Json[]
  /** The one of a new resource; absent where it is not said. */
  readonly initial?: Json
  /** The values that each may become; null where any may become any. */
  readonly transitions: Readonly<Record<string, readonly Json[]>> | null
  /** Statuses of a transition that the contract does not allow; null for any refusal. */
  readonly refusal: readonly number[] | null
}

export interface Resource {
  /** As operations and files are named after it. */
  readonly name: string
  /** What one of it is called, in lower case. */
  readonly title: string
  readonly life: Readonly<Partial<Record<Act, string>>>
  readonly id: Pointer
  readonly items: Pointer
  readonly total: Pointer | null
  readonly next: Pointer | null
  /** The member by which the run tells what it makes from what others make; null where there is none. */
  readonly nameAt: Pointer | null
  readonly singleton: boolean
  /** Whether the checks of its operations never overlap. */
  readonly exclusive: boolean
  /** What a singleton holds where nobody has written it; null where that is not said. */
  readonly defaults: Json
  readonly readBy: { readonly operation: string; readonly body: Json } | null
  readonly recognise: { readonly all: readonly Pointer[]; readonly any: readonly Pointer[] } | null
  readonly serverSet: ReadonlyMap<Pointer, ServerSet>
  /** What becomes of values that requests carry for these, by what the request does; absent where it is not said. */
  readonly serverSetSent: ServerSetSent
  readonly states: ReadonlyMap<Pointer, States>
  readonly unique: readonly Pointer[]
  readonly secret: readonly Pointer[]
  readonly compare: ReadonlyMap<Pointer, Comparison>
  readonly references: ReadonlyMap<Pointer, string>
  readonly patch: 'merge' | 'members'
  /** Whether null, sent for an optional member, is refused or changes nothing; false where that is not said. */
  readonly ignoresNull: boolean
  /** Whether a replacement removes what it leaves out; null where that is not said. */
  readonly replaces: boolean | null
  readonly location: boolean
  readonly idsNeverReused: boolean
  /** The resource with which it vanishes; null where it does with none. */
  readonly removedWith: string | null
  /** Statuses of an operation on one that was deleted; null where they are not said. */
  readonly afterDelete: readonly number[] | null
  readonly supplied: { readonly environment: string } | null
}

type StatesSource =
  | readonly Json[]
  | {
      readonly initial?: Json
      readonly transitions: Readonly<Record<string, readonly Json[]>>
      readonly refusal?: readonly number[]
    }

/** A resource as its file states it. */
export interface ResourceSource
  extends Partial<
    Omit<
      Resource,
      'serverSet' | 'serverSetSent' | 'states' | 'compare' | 'references' | 'recognise' | 'nameAt' | 'name'
    >
  > {
  readonly name?: Pointer
  readonly recognise?: { readonly all?: readonly Pointer[]; readonly any?: readonly Pointer[] }
  readonly serverSet?: Readonly<Record<Pointer, ServerSet>>
  readonly serverSetSent?: 'ignored' | 'refused' | ServerSetSent
  readonly states?: Readonly<Record<Pointer, StatesSource>>
  readonly compare?: Readonly<Record<Pointer, Comparison>>
  readonly references?: Readonly<Record<Pointer, string>>
}

/** The names of the members that the service sets in one of these ways. */
export function serverSetOf(
  { serverSet }: Pick<Resource, 'serverSet'>,
  kinds: readonly ServerSet[],
): readonly string[] {
  return [...serverSet].filter(([, kind]) => kinds.includes(kind)).map(([pointer]) => pointer.slice(1))
}

/** The resource of that name, with the defaults for what its file leaves out. */
export function resourceOf(name: string, source: ResourceSource): Resource {
  const singleton = source.singleton ?? false
  const { all = [], any = [] } = source.recognise ?? {}
  return {
    name,
    title: source.title ?? name.replaceAll('-', ' ').replace(/s$/, ''),
    life: source.life ?? {},
    id: source.id ?? '/id',
    items: source.items ?? '',
    total: source.total ?? null,
    next: source.next ?? null,
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
    patch: source.patch ?? 'members',
    ignoresNull: source.ignoresNull ?? false,
    replaces: source.replaces ?? null,
    location: source.location ?? false,
    idsNeverReused: source.idsNeverReused ?? false,
    removedWith: source.removedWith ?? null,
    afterDelete: source.afterDelete ?? null,
    supplied: source.supplied ?? null,
  }
}

// One word speaks of every request.
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
