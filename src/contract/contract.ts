// The contract: the specification as validated, frozen, typed objects.
import type { Json, JsonObject } from '../base/json.ts'
import type { Level } from '../base/verdict.ts'
import type { Accepted } from './accepted.ts'
import type { Clause } from './clause.ts'
import type { DocumentedResponse } from './documented-response.ts'
import type { OpenPoint } from './open-point.ts'
import type { Act, Resource } from './resource.ts'
import type { Pointer, Schema } from './schema.ts'
import type { SecurityRequirement, SecurityScheme } from './security.ts'

export type ParameterStyle = 'simple' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject'

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly schema: Schema
  /** Null if unspecified: it is then never sent in valid requests. */
  readonly required: boolean | null
  readonly style: ParameterStyle
  /** Elements of arrays and members of objects are apart. */
  readonly explode: boolean
  /** Sent with every request; absent if it varies. */
  readonly value?: Json
  /** The resource whose id it contains. */
  readonly resource: string | null
}

export type RefusalReason =
  | 'malformed'
  | 'mediaType'
  | 'invalid'
  | 'unknown'
  | 'conflict'
  | 'transition'
  | 'unauthenticated'
  | 'forbidden'

/** A missing reason allows any refusal status; null means unspecified. */
export type Refusals = Readonly<Partial<Record<RefusalReason, readonly number[] | null>>>

/** Levels of implied rules by name; null where a rule is not judged. */
export type RuleLevels = Readonly<Record<string, Level | null>>

/** `likely`: only the names say so. The run does not send it under `--writes none`. */
export type Safe = boolean | 'likely'

export interface Operation {
  /** `<resource>.<verb>` */
  readonly name: string
  /** Other names that options accept. */
  readonly aliases: readonly string[]
  readonly title: string
  /** "" if unknown. */
  readonly part: string
  readonly resource: string
  readonly act: Act | 'other'
  /** Although its method says otherwise, it changes nothing. */
  readonly safe: Safe
  /** It may be sent about a resource of the run, which accepts it when it is new. */
  readonly acts: boolean
  readonly method: string
  /** Relative to the base URL; `{name}` is a path parameter. */
  readonly path: string
  readonly parameters: readonly Parameter[]
  /** The last path parameter, if it is the resource's id. */
  readonly idParameter: Parameter | null
  /** Of a creation whose request chooses the id in its path; it has no `idParameter`. */
  readonly chosenId: Parameter | null
  readonly request: Schema | null
  /** Of the whole body; the same as `request` without an envelope. */
  readonly wholeRequest: Schema | null
  readonly mediaType: string
  /** Members that always exist, if requests are JSON Patches (RFC 6902) of the members in `request`; null otherwise. */
  readonly jsonPatch: readonly string[] | null
  /** Valid bodies of requests. */
  readonly examples: readonly Json[]
  /** Of the resource in a successful response. */
  readonly response: Schema | null
  /** Of the whole body; the same as `response` without an envelope. */
  readonly wholeResponse: Schema | null
  /** Where bodies hold the resource; "" for the whole body. */
  readonly envelope: { readonly request: Pointer; readonly response: Pointer }
  /** Documented by status; empty if unspecified. */
  readonly responses: readonly DocumentedResponse[]
  /** Null if unspecified. */
  readonly success: readonly number[] | null
  /** Null: a response with 202 does not say how to follow it. */
  readonly accepted: Accepted | null
  /** Null if unspecified. */
  readonly failures: readonly number[] | null
  readonly refusals: Refusals
  readonly rules: RuleLevels
  /** Level of the implied clauses of its request's keywords. */
  readonly keywords: Level
  /** Its JSON pointer in the document that it comes from; "" without one. */
  readonly source: string
  /** Required scopes; null if unspecified. */
  readonly scopes: readonly string[] | null
  /** Whether credentials are required. */
  readonly authenticated: boolean
  /** Alternatives, by scheme; null if the contract has no schemes, so that a token is sent. */
  readonly security: readonly SecurityRequirement[] | null
}

/** A fact that the document does not state and a folder can. */
export interface Question {
  /** Place in the document. */
  readonly pointer: string
  readonly question: string
  readonly remedy: string
}

export interface DocumentFacts {
  /** File path or address. */
  readonly location: string
  readonly questions: readonly Question[]
  /** The parts that were left out, by their place in the document. */
  readonly remarks: readonly { readonly pointer: string; readonly message: string }[]
}

export interface ContractFolders {
  /** The folder or document that `--contract` names. */
  readonly location: string
  /** Null without a folder. */
  readonly schemas: string | null
  /** Null without suites. */
  readonly suites: string | null
}

export interface Authentication {
  /** On the auth URL; null if tokens are only supplied. */
  readonly tokenPath: string | null
  readonly audience: string | null
  readonly tokens: 'jwt' | 'opaque'
  /** By name; empty: bearer tokens. */
  readonly schemes: ReadonlyMap<string, SecurityScheme>
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
  /** Null if unspecified. */
  readonly basePath: string | null
  /** The OpenAPI document that it is made from. */
  readonly openapi: DocumentFacts | null
  /** Runs first; null if none reads without an id. */
  readonly probe: string | null
  /** Null without tokens. */
  readonly authentication: Authentication | null
  readonly rateLimit: RateLimit | null
  /** Body of refusals; null if unspecified. */
  readonly problem: { readonly mediaType: string; readonly schema: Json } | null
  readonly mediaTypes: readonly string[]
  /** Bodies of other media types are ignored; false if unspecified. */
  readonly otherMediaTypesIgnored: boolean
  readonly operations: ReadonlyMap<string, Operation>
  readonly resources: ReadonlyMap<string, Resource>
  /** In display order. */
  readonly families: readonly string[]
  /** Sorted by id. */
  readonly clauses: ReadonlyMap<string, Clause>
  readonly openPoints: readonly OpenPoint[]
  /** JSON Schema of additional profile keys. */
  readonly profileKeys: JsonObject | null
  /** Empty if unspecified. */
  readonly scopes: ReadonlySet<string>
}

/** Throws for an unknown name. */
export function operationOf(contract: Contract, name: string): Operation {
  const operation = contract.operations.get(name)
  if (operation === undefined) throw new Error(`no operation ${name}`)
  return operation
}

/** Throws if the resource is unknown. */
export function resourceOfOperation(contract: Contract, { resource }: Operation): Resource {
  const known = contract.resources.get(resource)
  if (known === undefined) throw new Error(`no resource ${resource}`)
  return known
}
