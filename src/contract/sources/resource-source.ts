// Makes a resource from the object in its file. Most members of this object are optional.
import type { Json } from '../../base/json.ts'
import type {
  BeforeDelete,
  Comparison,
  Filter,
  Resource,
  ServerSet,
  ServerSetSent,
  States,
  Upsert,
} from '../resource.ts'
import type { Pointer } from '../schema.ts'
import { type ConstraintSource, constraintOf } from '../values/constraint.ts'
import { type EnvelopesSource, envelopesFrom } from '../values/envelope.ts'
import { type NormalisationSource, resolvedNormalisations } from '../values/normalisation.ts'

type BeforeDeleteSource =
  | string
  | {
      readonly operation: string
      readonly body?: Json
      readonly until?: Readonly<Record<Pointer, Json>>
      readonly within?: number
      readonly refusal?: readonly number[]
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
  /** One JSON pointer, or JSON pointers by operation. `default` stands for all other operations. */
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
    // With `ended`, reads of a deleted resource do not fail.
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
