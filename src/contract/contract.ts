// The contract: the specification as validated, frozen objects.
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
  /** Null: never sent in valid requests. */
  readonly required: boolean | null
  readonly style: ParameterStyle
  readonly explode: boolean
  /** Sent with every request. Absent if the value varies. */
  readonly value?: Json
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

/** Statuses by reason. A missing reason allows any status; null means unspecified. */
export type Refusals = Readonly<Partial<Record<RefusalReason, readonly number[] | null>>>

/** Null: the rule is not judged. */
export type RuleLevels = Readonly<Record<string, Level | null>>

/** `likely`: only its name says that it changes nothing. Not sent under `--writes none`. */
export type Safe = boolean | 'likely'

export interface Operation {
  /** `<resource>.<verb>` */
  readonly name: string
  /** For options. */
  readonly aliases: readonly string[]
  readonly title: string
  /** "" if unknown. */
  readonly part: string
  readonly resource: string
  readonly act: Act | 'other'
  /** True: changes nothing, although its method could. */
  readonly safe: Safe
  /** True: the run may send the action to its own new resource. */
  readonly acts: boolean
  /** Values in reads of the replaced resource. Null without a new resource. */
  readonly supersedes: ReadonlyMap<string, Json> | null
  readonly method: string
  /** Relative to the base URL. */
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly idParameter: Parameter | null
  /** The id that a creation chooses. Excludes `idParameter`. */
  readonly chosenId: Parameter | null
  readonly request: Schema | null
  /** The type of the id in each body of a change. Null without one. */
  readonly ownId: 'string' | 'number' | null
  /** Equals `request` without an envelope. */
  readonly wholeRequest: Schema | null
  readonly mediaType: string
  /** Members that always exist, if requests are JSON Patches (RFC 6902) of `request`. Else null. */
  readonly jsonPatch: readonly string[] | null
  readonly examples: readonly Json[]
  readonly response: Schema | null
  /** Equals `response` without an envelope. */
  readonly wholeResponse: Schema | null
  /** "" for the whole body. */
  readonly envelope: { readonly request: Pointer; readonly response: Pointer }
  readonly responses: readonly DocumentedResponse[]
  readonly success: readonly number[] | null
  /** Null if the contract does not say how to follow a 202. */
  readonly accepted: Accepted | null
  readonly failures: readonly number[] | null
  readonly refusals: Refusals
  readonly rules: RuleLevels
  /** For implied clauses. */
  readonly keywords: Level
  /** JSON pointer in the document. "" without a document. */
  readonly source: string
  readonly scopes: readonly string[] | null
  readonly authenticated: boolean
  /** Null without schemes: requests send a token. */
  readonly security: readonly SecurityRequirement[] | null
}

/** A fact that a folder must state, because the document does not. */
export interface Question {
  readonly pointer: string
  readonly question: string
  readonly remedy: string
}

export interface DocumentFacts {
  readonly location: string
  readonly questions: readonly Question[]
  /** Omitted parts of the document. */
  readonly remarks: readonly { readonly pointer: string; readonly message: string }[]
}

export interface ContractFolders {
  /** Named by `--contract`. */
  readonly location: string
  /** Null without a folder. */
  readonly schemas: string | null
  /** Null without suites. */
  readonly suites: string | null
}

export interface Authentication {
  /** Null if the user supplies tokens. */
  readonly tokenPath: string | null
  readonly audience: string | null
  readonly tokens: 'jwt' | 'opaque'
  /** Empty: bearer tokens. */
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
  readonly basePath: string | null
  readonly openapi: DocumentFacts | null
  /** Null if every read needs an id. */
  readonly probe: string | null
  /** Null without tokens. */
  readonly authentication: Authentication | null
  readonly rateLimit: RateLimit | null
  /** Body of refusals. */
  readonly problem: { readonly mediaType: string; readonly schema: Json } | null
  readonly mediaTypes: readonly string[]
  /** False if unspecified. */
  readonly otherMediaTypesIgnored: boolean
  readonly operations: ReadonlyMap<string, Operation>
  readonly resources: ReadonlyMap<string, Resource>
  /** In display order. */
  readonly families: readonly string[]
  /** Sorted by id. */
  readonly clauses: ReadonlyMap<string, Clause>
  readonly openPoints: readonly OpenPoint[]
  /** For additional profile keys. */
  readonly profileKeys: JsonObject | null
  readonly scopes: ReadonlySet<string>
}

/** @throws if the name is unknown */
export function operationOf(contract: Contract, name: string): Operation {
  const operation = contract.operations.get(name)
  if (operation === undefined) throw new Error(`no operation ${name}`)
  return operation
}

/** @throws if the resource is unknown */
export function resourceOfOperation(contract: Contract, { resource }: Operation): Resource {
  const known = contract.resources.get(resource)
  if (known === undefined) throw new Error(`no resource ${resource}`)
  return known
}
