// The contract: the specification as validated, frozen, typed objects.
import type { Json, JsonObject } from '../base/json.ts'
import type { Clause } from './clause.ts'
import type { OpenPoint } from './open-point.ts'
import type { Act, Resource } from './resource.ts'
import type { Schema } from './schema.ts'

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly schema: Schema
  /** The resource whose id it holds; null where it holds none. */
  readonly resource: string | null
}

/** What a request is refused for. */
export type RefusalReason =
  | 'malformed'
  | 'mediaType'
  | 'invalid'
  | 'unknown'
  | 'conflict'
  | 'transition'
  | 'unauthenticated'
  | 'forbidden'

/** Statuses of refusals; a reason without any may have any status of a refusal, and of null nothing is said at all. */
export type Refusals = Readonly<Partial<Record<RefusalReason, readonly number[] | null>>>

/** One method and path. */
export interface Operation {
  /** `<resource>.<verb>` */
  readonly name: string
  readonly title: string
  /** Where the specification describes it; "" where the contract does not say. */
  readonly part: string
  /** The resource that it is named after. */
  readonly resource: string
  readonly act: Act | 'other'
  readonly method: string
  /** Relative to the base URL; `{name}` stands for a path parameter. */
  readonly path: string
  readonly parameters: readonly Parameter[]
  /** The last path parameter, which names one of the resource; null where it names none. */
  readonly idParameter: Parameter | null
  readonly request: Schema | null
  /** Media type of the request's body. */
  readonly mediaType: string
  readonly response: Schema | null
  /** Status codes of success; null where the specification does not show them. */
  readonly success: readonly number[] | null
  /** Status codes of failures; null where the specification does not show them. */
  readonly failures: readonly number[] | null
  readonly refusals: Refusals
  /** Required scopes; null where the specification does not show them. */
  readonly scopes: readonly string[] | null
  /** Whether it needs a token. */
  readonly authenticated: boolean
}

/** Where a contract lies. */
export interface ContractFolders {
  readonly schemas: string
  /** Null where it brings no suites. */
  readonly suites: string | null
}

export interface Authentication {
  /** Path of the token endpoint on the auth URL; null where tokens are supplied only. */
  readonly tokenPath: string | null
  readonly audience: string | null
  readonly tokens: 'jwt' | 'opaque'
}

export interface RateLimit {
  readonly status: number
  readonly headers: {
    readonly limit?: string
    readonly remaining?: string
    readonly reset?: string
  }
}

export interface Contract {
  readonly name: string
  readonly title: string
  readonly version: string
  readonly folders: ContractFolders
  /** Path below which the operations are served; null where the specification shows none. */
  readonly basePath: string | null
  /** The operation that is asked first; null where none reads without an id. */
  readonly probe: string | null
  /** Null where requests carry no token. */
  readonly authentication: Authentication | null
  readonly rateLimit: RateLimit | null
  /** What the body of a refusal is; null where the specification does not say. */
  readonly problem: { readonly mediaType: string; readonly schema: Json } | null
  readonly mediaTypes: readonly string[]
  /** Whether a body of another media type is passed over; false where the specification does not say so. */
  readonly otherMediaTypesIgnored: boolean
  readonly operations: ReadonlyMap<string, Operation>
  readonly resources: ReadonlyMap<string, Resource>
  /** Sorted by id. */
  /** The families of its clauses, in the order in which they are told. */
  readonly families: readonly string[]
  readonly clauses: ReadonlyMap<string, Clause>
  readonly openPoints: readonly OpenPoint[]
  /** JSON Schema of what its profiles may say beyond what those of every contract may; null where that is nothing. */
  readonly profileKeys: JsonObject | null
  /** Every scope that there is; empty where the specification lists none. */
  readonly scopes: ReadonlySet<string>
}

/** The operation of that name. Throws for a name that the contract does not know. */
export function operationOf(contract: Contract, name: string): Operation {
  const operation = contract.operations.get(name)
  if (operation === undefined) throw new Error(`no operation ${name}`)
  return operation
}

/** The resource that an operation is named after. Throws where the contract does not know it. */
export function resourceOfOperation(contract: Contract, { resource }: Operation): Resource {
  const known = contract.resources.get(resource)
  if (known === undefined) throw new Error(`no resource ${resource}`)
  return known
}
