// The types of a loaded contract.
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
  /** Null if the contract does not say whether the parameter is required. */
  readonly required: boolean | null
  readonly style: ParameterStyle
  readonly explode: boolean
  /** A fixed value that every request sends. Missing if the value varies. */
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

/**
 * Expected statuses of rejected requests, by reason. Without an entry, any 4xx status is right. Null if the
 * specification does not say whether to reject.
 */
export type Refusals = Readonly<Partial<Record<RefusalReason, readonly number[] | null>>>

/** Levels of built-in rules, by name. Null excludes the rule. */
export type RuleLevels = Readonly<Record<string, Level | null>>

/**
 * True if the operation changes nothing although its method is not GET. `likely` if the tool only infers
 * this: a run with `--writes none` does not send such an operation.
 */
export type Safe = boolean | 'likely'

export interface Operation {
  /** Name in the form `<resource>.<verb>`. */
  readonly name: string
  /** Other names that options and files can use. */
  readonly aliases: readonly string[]
  readonly title: string
  /** Part of the specification. "" if unknown. */
  readonly part: string
  readonly resource: string
  readonly act: Act | 'other'
  readonly safe: Safe
  /** True if the run can call this action on its own resources. */
  readonly acts: boolean
  /** Values of the old resource after this action replaced it. Null if the action creates no new resource. */
  readonly supersedes: ReadonlyMap<string, Json> | null
  readonly method: string
  /** Path relative to the base URL. */
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly idParameter: Parameter | null
  /** Path parameter with an id that the client chooses. Then `idParameter` is null. */
  readonly chosenId: Parameter | null
  readonly request: Schema | null
  /** Type of the id that the body of a change must contain, or null. */
  readonly ownId: 'string' | 'number' | null
  /** Schema of the whole body, including the envelope. */
  readonly wholeRequest: Schema | null
  readonly mediaType: string
  /** For JSON Patches (RFC 6902): the members that every resource has. */
  readonly jsonPatch: readonly string[] | null
  readonly examples: readonly Json[]
  readonly response: Schema | null
  /** Schema of the whole body, including the envelope. */
  readonly wholeResponse: Schema | null
  /** JSON pointers to the resource in bodies. "" if the body is the resource. */
  readonly envelope: { readonly request: Pointer; readonly response: Pointer }
  readonly responses: readonly DocumentedResponse[]
  readonly success: readonly number[] | null
  /** Null if the contract does not say how to poll after a 202. */
  readonly accepted: Accepted | null
  readonly failures: readonly number[] | null
  readonly refusals: Refusals
  readonly rules: RuleLevels
  /** Level of the clauses that are derived from the request schema. */
  readonly keywords: Level
  /** JSON pointer of the operation in the OpenAPI document. "" without a document. */
  readonly source: string
  readonly scopes: readonly string[] | null
  readonly authenticated: boolean
  /** Null if the contract has no security schemes. Requests then contain a bearer token. */
  readonly security: readonly SecurityRequirement[] | null
}

/** A fact that the OpenAPI document does not state, but a contract folder can. */
export interface Question {
  readonly pointer: string
  readonly question: string
  readonly remedy: string
}

export interface DocumentFacts {
  readonly location: string
  readonly questions: readonly Question[]
  /** Parts of the document that the tool ignored, or had to interpret. */
  readonly remarks: readonly { readonly pointer: string; readonly message: string }[]
}

export interface ContractFolders {
  /** The folder or document in `--contract`. */
  readonly location: string
  /** Null if the contract has no folder. */
  readonly schemas: string | null
  /** Null if the contract has no suites. */
  readonly suites: string | null
}

export interface Authentication {
  /** Path of the token endpoint. Null if the user supplies tokens. */
  readonly tokenPath: string | null
  readonly audience: string | null
  readonly tokens: 'jwt' | 'opaque'
  /** Empty if the contract has no security schemes. Requests then contain a bearer token. */
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
  /** The read operation that tests the connection. Null if every read needs an id. */
  readonly probe: string | null
  /** Null if the API needs no credentials. */
  readonly authentication: Authentication | null
  readonly rateLimit: RateLimit | null
  /** Body of every rejection. */
  readonly problem: { readonly mediaType: string; readonly schema: Json } | null
  readonly mediaTypes: readonly string[]
  /** True if the specification says that the tenant ignores bodies of other media types. */
  readonly otherMediaTypesIgnored: boolean
  readonly operations: ReadonlyMap<string, Operation>
  readonly resources: ReadonlyMap<string, Resource>
  /** Families in the order of reports. */
  readonly families: readonly string[]
  /** Clauses by id, in the order of their ids. */
  readonly clauses: ReadonlyMap<string, Clause>
  readonly openPoints: readonly OpenPoint[]
  /** JSON Schema of the additional profile keys of this contract. */
  readonly profileKeys: JsonObject | null
  readonly scopes: ReadonlySet<string>
}

/** @throws Error if the operation does not exist */
export function operationOf(contract: Contract, name: string): Operation {
  const operation = contract.operations.get(name)
  if (operation === undefined) throw new Error(`no operation ${name}`)
  return operation
}

/** @throws Error if the resource does not exist */
export function resourceOfOperation(contract: Contract, { resource }: Operation): Resource {
  const known = contract.resources.get(resource)
  if (known === undefined) throw new Error(`no resource ${resource}`)
  return known
}
