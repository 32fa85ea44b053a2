// The contract contains the specification as validated, frozen objects.
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
  /** Null if valid requests never contain the parameter. */
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
 * Expected statuses of a rejected request, by reason. A missing reason allows any 4xx status. Null
 * means that the specification is silent.
 */
export type Refusals = Readonly<Partial<Record<RefusalReason, readonly number[] | null>>>

/** Levels of rules by name. Null if the run must not judge the rule. */
export type RuleLevels = Readonly<Record<string, Level | null>>

/**
 * `likely` means that only the name of the operation says that it changes nothing. `--writes none` does
 * not send it.
 */
export type Safe = boolean | 'likely'

export interface Operation {
  /** Name in the form `<resource>.<verb>`. */
  readonly name: string
  /** Other names that options and files can use for the operation. */
  readonly aliases: readonly string[]
  readonly title: string
  /** Part of the specification. "" if unknown. */
  readonly part: string
  readonly resource: string
  readonly act: Act | 'other'
  /** True if the operation changes nothing, although its method could change something. */
  readonly safe: Safe
  /** True if the run can send the action to a resource that the run itself created. */
  readonly acts: boolean
  /**
   * The action replaces a resource by a new one. Reads of the old resource then show these values. Null
   * if there is no new resource.
   */
  readonly supersedes: ReadonlyMap<string, Json> | null
  readonly method: string
  /** Path relative to the base URL. */
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly idParameter: Parameter | null
  /** Path parameter with the id that a creation chooses. Then `idParameter` is null. */
  readonly chosenId: Parameter | null
  readonly request: Schema | null
  /** Type of the id that each body of a change must contain. Null if no id is needed. */
  readonly ownId: 'string' | 'number' | null
  /** Schema of the whole body. Without an envelope, it is the schema `request`. */
  readonly wholeRequest: Schema | null
  readonly mediaType: string
  /**
   * If requests are JSON Patches (RFC 6902) of `request`, the members that always exist. Otherwise
   * null.
   */
  readonly jsonPatch: readonly string[] | null
  readonly examples: readonly Json[]
  readonly response: Schema | null
  /** Schema of the whole body. Without an envelope, it is the schema `response`. */
  readonly wholeResponse: Schema | null
  /** JSON pointers to the resource. "" if the resource is the whole body. */
  readonly envelope: { readonly request: Pointer; readonly response: Pointer }
  readonly responses: readonly DocumentedResponse[]
  readonly success: readonly number[] | null
  /** Null if the contract does not say how to poll after a 202. */
  readonly accepted: Accepted | null
  readonly failures: readonly number[] | null
  readonly refusals: Refusals
  readonly rules: RuleLevels
  /** Level of the clauses that follow from keywords of schemas. */
  readonly keywords: Level
  /** JSON pointer of the operation in the OpenAPI document. "" if there is no document. */
  readonly source: string
  readonly scopes: readonly string[] | null
  readonly authenticated: boolean
  /** Null if the contract has no security schemes. Requests then send the token. */
  readonly security: readonly SecurityRequirement[] | null
}

/** A fact that the OpenAPI document does not state, so a contract folder must state the fact. */
export interface Question {
  readonly pointer: string
  readonly question: string
  readonly remedy: string
}

export interface DocumentFacts {
  readonly location: string
  readonly questions: readonly Question[]
  /** Parts of the document that the tool ignored or interpreted. */
  readonly remarks: readonly { readonly pointer: string; readonly message: string }[]
}

export interface ContractFolders {
  /** Folder or document that `--contract` names. */
  readonly location: string
  /** Folder with the schemas. Null if the contract has no folder. */
  readonly schemas: string | null
  /** Folder with the suites. Null if there are no suites. */
  readonly suites: string | null
}

export interface Authentication {
  /** Null if the user supplies tokens. */
  readonly tokenPath: string | null
  readonly audience: string | null
  readonly tokens: 'jwt' | 'opaque'
  /** Empty if the contract names no schemes. Requests then send a bearer token. */
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
  /** Name of the read operation that tests the connection. Null if every read needs an id. */
  readonly probe: string | null
  /** Null if the API needs no credentials. */
  readonly authentication: Authentication | null
  readonly rateLimit: RateLimit | null
  /** Media type and schema of the body of a rejection. */
  readonly problem: { readonly mediaType: string; readonly schema: Json } | null
  readonly mediaTypes: readonly string[]
  /**
   * True if the specification says that a body of another media type is ignored. False if the
   * specification is silent.
   */
  readonly otherMediaTypesIgnored: boolean
  readonly operations: ReadonlyMap<string, Operation>
  readonly resources: ReadonlyMap<string, Resource>
  /** In the order in which reports show them. */
  readonly families: readonly string[]
  /** Clauses by id, sorted by id. */
  readonly clauses: ReadonlyMap<string, Clause>
  readonly openPoints: readonly OpenPoint[]
  /** JSON Schema of the profile keys that this contract adds. */
  readonly profileKeys: JsonObject | null
  readonly scopes: ReadonlySet<string>
}

/** @throws Error if there is no operation with this name */
export function operationOf(contract: Contract, name: string): Operation {
  const operation = contract.operations.get(name)
  if (operation === undefined) throw new Error(`no operation ${name}`)
  return operation
}

/** @throws Error if there is no resource with this name */
export function resourceOfOperation(contract: Contract, { resource }: Operation): Resource {
  const known = contract.resources.get(resource)
  if (known === undefined) throw new Error(`no resource ${resource}`)
  return known
}
