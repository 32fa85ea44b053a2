// What a run is told: the tenant, the principals, the limits. Plain data, already validated.
import type { Depth } from '../base/depth.ts'
import type { Excuse } from '../base/excuse.ts'
import type { Secret } from '../base/secret.ts'
import type { SecretMask } from '../base/secret-mask.ts'
import type { WriteMode } from '../base/write-mode.ts'
import type { ConnectionOptions, TokenAuth } from '../client/index.ts'
import type { Contract } from '../contract/index.ts'
import type { Profile } from '../profile/index.ts'
import type { Order } from './plan/order.ts'
import type { Scope, Shard } from './plan/scope.ts'
import type { InvalidToken } from './requests/principal-name.ts'

/** How one principal gets its token: a token as it is, client credentials, or both. */
export interface PrincipalCredentials {
  readonly accessToken: Secret | null
  readonly client: { readonly id: string; readonly secret: Secret } | null
}

/** Where deliveries of events are received. */
export interface ReceiverConfig {
  /** Where the receiver listens; null for any free port of the loopback address. */
  readonly listen: { readonly host: string; readonly port: number } | null
  /** Where the tenant reaches it; null for where it listens. */
  readonly url: string | null
  /** The certificate that it serves with, PEM; null for plain HTTP. */
  readonly tls: { readonly certificate: string; readonly key: Secret } | null
  /** Why the tenant can't reach it, and what to supply; null where it can. */
  readonly blocker: string | null
  /** By what the operator says the first two. */
  readonly settings: { readonly listen: string; readonly url: string }
}

export interface RunConfig {
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly authUrl: string
  readonly tokenUrl: string
  readonly audience: string
  /** How clients prove themselves to the token endpoint. */
  readonly tokenAuth: TokenAuth
  readonly embedded: boolean
  /** Whether its address is a loopback one. */
  readonly isOnThisMachine: boolean
  readonly full: PrincipalCredentials
  readonly limited: PrincipalCredentials
  readonly nonGlobal: PrincipalCredentials
  /** Tokens that the tenant must not accept, as only an operator can have them. */
  readonly invalid: Readonly<Record<InvalidToken, Secret | null>>
  readonly contract: Contract
  readonly profile: Profile
  /** Whether what an earlier run left is let go where nothing could have removed it: the profile is to say so. */
  readonly leftoversAccepted: boolean
  /** Failures that are excused: by the profile, and as known ones. */
  readonly waivers: readonly Excuse[]
  readonly profileName: string | null
  readonly writes: WriteMode
  /** By whose word the run has that write mode, in a few words. */
  readonly writesFrom: string
  /** Whether somebody asked for it, so that what it does not allow is out of scope. */
  readonly writesAsked: boolean
  /** Whether what there is one of may be taken to hold the defaults of the specification where it can't be read. */
  readonly defaultsAssumed: boolean
  /** How the operator says so. */
  readonly defaultsAssumedBy: string
  /** Whether what a ledger calls the run's is removed without a proof. */
  readonly trustFile: boolean
  /** Ids of disposable ones that the run may delete, by the names of their resources. */
  readonly supplied: ReadonlyMap<string, readonly string[]>
  readonly receiver: ReceiverConfig
  readonly scope: Scope
  readonly shard: Shard | null
  readonly seed: number
  /** Of the checks within a phase. */
  readonly order: Order
  /** Where nobody asked for one, the least that the run may choose. */
  readonly depth: Depth
  /** Whether somebody asked for the depth: else the run chooses it by the time that there is. */
  readonly depthAsked: boolean
  readonly examples: number
  /** Whether somebody asked for so many, whatever the depth is. */
  readonly examplesAsked: boolean
  readonly concurrency: number
  readonly requestsMax: number | null
  /** Minutes after which nothing more is asked. */
  readonly minutesMax: number | null
  /** Of a shard its part of it. */
  readonly ratePerSecond: number | null
  readonly strict: boolean
  /** Where the ledger is kept; null for a run that keeps none on disk. */
  readonly ledgerFile: string | null
  readonly mask: SecretMask
  /** Handed on whole to each client. */
  readonly connection: ConnectionOptions
  /** What the operator has to know of what was given, one sentence each. */
  readonly notes: readonly string[]
}
