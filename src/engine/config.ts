// The validated configuration of a run: tenant, principals, limits.
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

/** The values of a security scheme's variables. */
export interface SchemeCredential {
  /** Names of the variables: of a key, or of user and password. */
  readonly variables: readonly string[]
  /** Values in the order of the names; null if unset. */
  readonly parts: readonly (Secret | null)[]
  /** A key without the scopes of the operations. Null if the user provided none. */
  readonly limited: Secret | null
}

export interface LoginCredential {
  /** Names of the set variables, or of those to set. */
  readonly variables: readonly [username: string, password: string]
  /** Null if unset, or if the credential itself is set. */
  readonly user: { readonly name: string; readonly password: Secret } | null
}

export interface ReceiverConfig {
  /** Null for any free port of the loopback address. */
  readonly listen: { readonly host: string; readonly port: number } | null
  /** URL for the tenant; null for the listener's. */
  readonly url: string | null
  /** PEM; null for plain HTTP. */
  readonly tls: { readonly certificate: string; readonly key: Secret } | null
  /** Why the tenant cannot reach the receiver, and which setting helps. Null if the tenant can. */
  readonly blocker: string | null
  readonly settings: { readonly listen: string; readonly url: string }
}

export interface RunConfig {
  /** Without a trailing slash. */
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
  /** Accepts leftovers of an earlier run that nothing could have removed. */
  readonly leftoversAccepted: boolean
  /** Waivers of the profile, and known failures. */
  readonly waivers: readonly Suppression[]
  readonly profileName: string | null
  readonly writes: WriteMode
  /** Describes the source of the write mode. */
  readonly writesFrom: string
  readonly writesAsked: boolean
  /** True if unreadable singletons may be assumed to contain the defaults. */
  readonly defaultsAssumed: boolean
  readonly defaultsAssumedBy: string
  /** True if a sweep skips the proof of ownership. */
  readonly trustFile: boolean
  /** Ids that the run may delete, by resource. */
  readonly supplied: ReadonlyMap<string, readonly string[]>
  readonly receiver: ReceiverConfig
  readonly scope: Scope
  readonly shard: Shard | null
  readonly seed: number
  readonly order: Order
  /** The least depth, if the run chooses its depth. */
  readonly depth: Depth
  readonly depthAsked: boolean
  readonly examples: number
  readonly examplesAsked: boolean
  readonly concurrency: number
  readonly requestsMax: number | null
  /** Minutes after which the run sends no request. */
  readonly minutesMax: number | null
  readonly ratePerSecond: number | null
  readonly strict: boolean
  /** Null if the run stores no ledger on disk. */
  readonly ledgerFile: string | null
  readonly mask: SecretMask
  readonly connection: ConnectionOptions
  readonly notes: readonly string[]
}
