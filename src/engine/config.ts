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

/** A token, client credentials, or both. */
export interface PrincipalCredentials {
  readonly accessToken: Secret | null
  readonly client: { readonly id: string; readonly secret: Secret } | null
}

/** The values in the variables of a security scheme. */
export interface SchemeCredential {
  /** Their names: of a key, or of user and password. */
  readonly variables: readonly string[]
  /** In the order of the names; null if unset. */
  readonly parts: readonly (Secret | null)[]
  /** A key that lacks the scopes of the operations; null if none is supplied. */
  readonly limited: Secret | null
}

/** The user whose login gives the credential of a security scheme. */
export interface LoginCredential {
  /** Names of the variables of name and password: those that are set, else those to set. */
  readonly variables: readonly [username: string, password: string]
  /** Null if unset, or if the credential itself is supplied. */
  readonly user: { readonly name: string; readonly password: Secret } | null
}

export interface ReceiverConfig {
  /** Null for any free port of the loopback address. */
  readonly listen: { readonly host: string; readonly port: number } | null
  /** The address for the tenant; null for where it listens. */
  readonly url: string | null
  /** PEM; null for plain HTTP. */
  readonly tls: { readonly certificate: string; readonly key: Secret } | null
  /** Why the tenant can't reach it, and what to supply; null if it can. */
  readonly blocker: string | null
  /** Names of the settings. */
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
  /** Whether the address is a loopback one. */
  readonly isOnThisMachine: boolean
  readonly full: PrincipalCredentials
  readonly limited: PrincipalCredentials
  readonly nonGlobal: PrincipalCredentials
  /** API keys and HTTP Basic, by security scheme. */
  readonly schemes: ReadonlyMap<string, SchemeCredential>
  /** By security scheme that has a login. */
  readonly logins: ReadonlyMap<string, LoginCredential>
  /** The tenant must refuse these. */
  readonly invalid: Readonly<Record<InvalidToken, Secret | null>>
  readonly contract: Contract
  readonly profile: Profile
  /** Accepts what an earlier run left and nothing could have removed. */
  readonly leftoversAccepted: boolean
  /** From the profile, and known failures. */
  readonly waivers: readonly Suppression[]
  readonly profileName: string | null
  readonly writes: WriteMode
  /** Who chose the write mode, in a few words. */
  readonly writesFrom: string
  /** Clauses beyond it are then out of scope. */
  readonly writesAsked: boolean
  /** Whether unreadable singletons may be assumed to hold the defaults. */
  readonly defaultsAssumed: boolean
  /** The setting that says so. */
  readonly defaultsAssumedBy: string
  /** Removes without proof what a ledger names. */
  readonly trustFile: boolean
  /** Ids that the run may delete, by resource. */
  readonly supplied: ReadonlyMap<string, readonly string[]>
  readonly receiver: ReceiverConfig
  readonly scope: Scope
  readonly shard: Shard | null
  readonly seed: number
  /** Within a phase. */
  readonly order: Order
  /** The least depth, if the run chooses. */
  readonly depth: Depth
  /** Else the run chooses by the available time. */
  readonly depthAsked: boolean
  readonly examples: number
  readonly examplesAsked: boolean
  readonly concurrency: number
  readonly requestsMax: number | null
  /** Minutes after which nothing more is sent. */
  readonly minutesMax: number | null
  /** For a shard its part. */
  readonly ratePerSecond: number | null
  readonly strict: boolean
  /** Null if no ledger is kept on disk. */
  readonly ledgerFile: string | null
  readonly mask: SecretMask
  /** Handed on whole to each client. */
  readonly connection: ConnectionOptions
  /** One sentence each, for the operator. */
  readonly notes: readonly string[]
}
