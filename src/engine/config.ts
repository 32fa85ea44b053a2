// The validated configuration of a run: the tenant, the credentials and the limits.
import type { Depth } from '../base/depth.ts'
import type { Secret } from '../base/secret.ts'
import type { SecretMask } from '../base/secret-mask.ts'
import type { Suppression } from '../base/suppression.ts'
import type { WriteMode } from '../base/write-mode.ts'
import type { ConnectionOptions, TokenAuth } from '../client/index.ts'
import type { Contract } from '../contract/index.ts'
import type { Profile } from '../profile/index.ts'
import type { Order } from './plan/check-order.ts'
import type { Scope, Shard } from './plan/scope.ts'
import type { InvalidToken } from './principals/principal.ts'

export interface PrincipalCredentials {
  readonly accessToken: Secret | null
  readonly client: { readonly id: string; readonly secret: Secret } | null
}

/** The values of the environment variables for one security scheme. */
export interface SchemeCredential {
  /** Names of the environment variables: one for an API key, or two for a user and a password. */
  readonly variables: readonly string[]
  /** The values, in the order of `variables`. A value is null if its variable is not set. */
  readonly parts: readonly (Secret | null)[]
  /** An API key without the scopes that the operations need. Null if the user provided none. */
  readonly limited: Secret | null
}

export interface LoginCredential {
  /** Names of the two environment variables, whether they are set or not. */
  readonly variables: readonly [username: string, password: string]
  /** Null if the variables are not set, or if the user set the credential of the scheme directly. */
  readonly user: { readonly name: string; readonly password: Secret } | null
}

export interface ReceiverConfig {
  /** Null if the receiver can use any free port of the loopback address. */
  readonly listen: { readonly host: string; readonly port: number } | null
  /** The URL to which the tenant sends. Null if the tenant can use the address of the listener. */
  readonly url: string | null
  /** Certificate and key in PEM. Null if the receiver uses plain HTTP. */
  readonly tls: { readonly certificate: string; readonly key: Secret } | null
  /**
   * The reason why the tenant cannot reach the receiver, with the setting that helps. Null if the
   * tenant can reach it.
   */
  readonly blocker: string | null
  readonly settings: { readonly listen: string; readonly url: string }
}

export interface RunConfig {
  /** The URL has no slash at its end. */
  readonly baseUrl: string
  readonly authUrl: string
  readonly tokenUrl: string
  readonly audience: string
  readonly tokenAuth: TokenAuth
  readonly embedded: boolean
  readonly isOnThisMachine: boolean
  readonly full: PrincipalCredentials
  readonly limited: PrincipalCredentials
  readonly nonGlobal: PrincipalCredentials
  readonly schemes: ReadonlyMap<string, SchemeCredential>
  readonly logins: ReadonlyMap<string, LoginCredential>
  /** Tokens that the tenant must refuse. */
  readonly invalid: Readonly<Record<InvalidToken, Secret | null>>
  readonly contract: Contract
  readonly profile: Profile
  /** True if a run may start although an earlier run left resources that nothing can remove. */
  readonly leftoversAccepted: boolean
  /** The waivers of the profile, and the known failures. */
  readonly waivers: readonly Suppression[]
  readonly profileName: string | null
  readonly writes: WriteMode
  /** Words for the report: who or what chose the write mode. */
  readonly writesFrom: string
  readonly writesAsked: boolean
  /** True if the run may assume that singletons without a read operation contain their defaults. */
  readonly defaultsAssumed: boolean
  readonly defaultsAssumedBy: string
  /** True if a sweep removes resources without a proof that the run created them. */
  readonly trustFile: boolean
  /** Ids from the user, by resource name. The run may delete these resources. */
  readonly supplied: ReadonlyMap<string, readonly string[]>
  readonly receiver: ReceiverConfig
  readonly scope: Scope
  readonly shard: Shard | null
  readonly seed: number
  readonly order: Order
  /** The chosen depth, or the lowest depth if the run chooses the depth. */
  readonly depth: Depth
  readonly depthAsked: boolean
  readonly examples: number
  readonly examplesAsked: boolean
  readonly concurrency: number
  readonly requestsMax: number | null
  /** After this number of minutes, the run sends no further request. */
  readonly minutesMax: number | null
  readonly ratePerSecond: number | null
  readonly strict: boolean
  /** Null if the run stores no ledger on disk. */
  readonly ledgerFile: string | null
  readonly mask: SecretMask
  readonly connection: ConnectionOptions
  readonly notes: readonly string[]
}
