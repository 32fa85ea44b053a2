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

export interface SchemeCredential {
  /** One for an API key, two for a user and a password. */
  readonly variables: readonly string[]
  /** In the order of `variables`. Null if a variable is not set. */
  readonly parts: readonly (Secret | null)[]
  /** An API key without the scopes that the operations need. Null if the user provides none. */
  readonly limited: Secret | null
}

export interface LoginCredential {
  readonly variables: readonly [username: string, password: string]
  /** Null if the variables are not set, or if the user set the credential of the scheme directly. */
  readonly user: { readonly name: string; readonly password: Secret } | null
}

export interface ReceiverConfig {
  /** Null for any free port of the loopback address. */
  readonly listen: { readonly host: string; readonly port: number } | null
  /** The URL to which the tenant sends. Null for the address of the listener. */
  readonly url: string | null
  /** In PEM format. Null for plain HTTP. */
  readonly tls: { readonly certificate: string; readonly key: Secret } | null
  /** Why the tenant cannot connect to the receiver, with advice. Null if it can connect. */
  readonly blocker: string | null
  readonly settings: { readonly listen: string; readonly url: string }
}

export interface RunConfig {
  /** Has no slash at its end. */
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
  readonly invalid: Readonly<Record<InvalidToken, Secret | null>>
  readonly contract: Contract
  readonly profile: Profile
  /** True to start although an earlier run left resources that no request can remove. */
  readonly leftoversAccepted: boolean
  readonly waivers: readonly Suppression[]
  readonly profileName: string | null
  readonly writes: WriteMode
  /** Who or what chose the write mode, in words for the report. */
  readonly writesFrom: string
  readonly writesAsked: boolean
  /** True to assume that singletons without a read operation contain their defaults. */
  readonly defaultsAssumed: boolean
  readonly defaultsAssumedBy: string
  /** True to let a sweep remove resources without a proof of ownership. */
  readonly trustFile: boolean
  /** Ids from the user that the run may delete, by resource name. */
  readonly supplied: ReadonlyMap<string, readonly string[]>
  readonly receiver: ReceiverConfig
  readonly scope: Scope
  readonly shard: Shard | null
  readonly seed: number
  readonly order: Order
  /** `default` if the user chose no depth. */
  readonly depth: Depth
  readonly depthAsked: boolean
  readonly examples: number
  readonly examplesAsked: boolean
  readonly concurrency: number
  readonly requestsMax: number | null
  readonly minutesMax: number | null
  readonly ratePerSecond: number | null
  readonly strict: boolean
  /** Null if the run stores no ledger on disk. */
  readonly ledgerFile: string | null
  readonly mask: SecretMask
  readonly connection: ConnectionOptions
  readonly notes: readonly string[]
}
