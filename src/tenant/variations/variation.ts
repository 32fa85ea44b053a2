// Variations: differences between conforming tenants where the specification is silent.

export interface IdStyle {
  readonly prefix: string
  readonly alphabet: string
  /** counted: 1001, 1002 … ulid: by time, counted within a millisecond. */
  readonly order?: 'random' | 'counted' | 'ulid'
}

export interface RateLimit {
  /** Requests at once. */
  readonly burst: number
  /** Afterwards. */
  readonly perSecond: number
}

export interface DeliveryStyle {
  /** Before the second and later attempts. */
  readonly waitsMs: readonly number[]
  /** Before the first attempt. */
  readonly delayMs: number
  /** For the receiver's response. */
  readonly timeoutMs: number
  /** Successful deliveries of each event. */
  readonly copies: number
  readonly order: 'oldest-first' | 'newest-first'
  /** One event, a JSON array, or an object with one. */
  readonly batch: 'none' | 'array' | 'object'
  /** Always, or only after a 401 (RFC 7617, 2). */
  readonly authorization: 'at-once' | 'when-asked'
  /** none: a firewall blocks deliveries. */
  readonly reach: 'all' | 'none'
  /** In addition to CloudEvents. */
  readonly vendorMembers: boolean
}

export interface TriggerStyle {
  /** stream: no other stream forwards the event. */
  readonly scope: 'stream' | 'tenant'
  /** test: ignores subscriptions and state. */
  readonly raises: 'event' | 'test'
}

/** Notation for nested members. With `last in brackets` a list keeps only its last element. */
export type FormStyle =
  | 'brackets'
  | 'last in brackets'
  | 'dots'
  | 'brackets and dots'
  | 'JSON'
  | 'flat'
  | 'none'

/** Part 5 only requires JWTs. */
export interface TokenStyle {
  /** mac: HMAC with the tenant's secret. encrypted: RFC 7516. */
  readonly form: 'signed' | 'mac' | 'encrypted'
  /** The header names the key. */
  readonly kid: boolean
  /** A client gets the same token again. */
  readonly reused: boolean
  /** RFC 6750, 2.3 */
  readonly inQuery: boolean
  /** Status after so many bad tokens. */
  readonly lockOut: { readonly after: number; readonly status: number } | null
}

export interface Variation {
  /** For fixtures, or also for the public vendor's tools. */
  readonly undocumented: 'fixtures' | 'vendor'
  /** Delay until a new stream is found. */
  readonly visibleAfterMs: number
  /** By operation (parts 4.2 to 4.5: not shown). */
  readonly success: Readonly<Record<string, number>>
  /** By operation (part 5: not shown). */
  readonly scopes: Readonly<Record<string, string>>
  readonly errorBody: 'classic' | 'problem' | 'empty' | 'text' | 'html'
  readonly invalidBodyStatus: number
  /** If part 7 shows none; 303 redirects to a login page; null: as in part 5. */
  readonly refusedTokenStatus: number | null
  readonly missingTokenStatus: number
  readonly schemes: 'bearer' | 'any'
  readonly order: 'authentication-first' | 'validation-first'
  /** Part 2.4: not shown. */
  readonly stateField: string
  readonly initialState: 'enabled' | 'disabled'
  /** Response to an update without change. */
  readonly sameState: 'accepted' | 'refused'
  readonly stateRequired: boolean
  readonly lengthUnit: 'characters' | 'utf-16 units' | 'bytes'
  /** White space, normal forms and lone surrogates. */
  readonly texts: 'kept' | 'trimmed' | 'composed' | 'line-feeds' | 'well-formed'
  /** without-markup: refuses template characters. */
  readonly textsTaken: 'all' | 'without-controls' | 'basic-plane' | 'latin' | 'without-markup'
  /** unique: refuses names of other streams. */
  readonly names: 'free' | 'unique'
  /** Undocumented members in responses. */
  readonly furtherMembers: boolean
  /** random: changes in each response. */
  readonly memberOrder: 'listed' | 'sorted' | 'reversed' | 'random'
  /** Digits of seconds, 0 to 9. */
  readonly timestampDecimals: number
  readonly emptyUpdateMovesUpdatedAt: boolean
  /** Delay of the second of two nodes, which serve in turns. */
  readonly clockSkewMs: number
  /** Ahead of the Date header. */
  readonly clockOffsetMs: number
  /** Total length: 26 characters. */
  readonly streamIds: IdStyle
  readonly policyIds: IdStyle & { readonly length: number }
  /** ignored: ids are upper case. */
  readonly idCase: 'counts' | 'ignored'
  /** Characters around ids. trimmed: without blanks. resolved: as a decoded path. refused-before: a front server rejects some in HTML. */
  readonly oddPaths: 'kept' | 'trimmed' | 'resolved' | 'refused-before'
  /** bare: only key material; shared-kid: two types share a kid. */
  readonly keySet:
    | 'full'
    | 'rsa'
    | 'ec'
    | 'without-certificates'
    | 'bare'
    | 'empty'
    | 'shared-kid'
    | 'all-types'
  readonly thumbprints: 'base64url' | 'base64' | 'hex'
  readonly unknownMembers: 'ignored' | 'refused' | 'kept'
  /** none violates part 4. */
  readonly forms: FormStyle
  /**
   * Requests without a standard meaning. strict: refuses all that a standard allows to refuse. lenient: ignores media types, charsets and byte order marks, and
   * accepts JSON extensions.
   */
  readonly syntax: 'plain' | 'strict' | 'lenient'
  /** Updates with an empty list; stored violates part 2.4. */
  readonly emptySubscriptions: 'refused' | 'kept' | 'stored'
  readonly unknownStreamStatus: number
  readonly malformedStreamIdStatus: number
  readonly overLongPolicyIdStatus: number
  /** https-or-loopback: http only within this machine. */
  readonly webhookAddresses: 'any' | 'http' | 'https' | 'https-or-loopback'
  readonly requiredMembers: 'all' | 'destination-only'
  readonly credentialField: string
  readonly credentialRequired: boolean
  /** Authorizations with the same method but no credential. */
  readonly absentCredential: 'as-sent' | 'kept'
  /** Part 2.4 does not show the others. */
  readonly destinations: 'webhook' | 'all'
  /** Null: any non-empty string. */
  readonly eventTypes: readonly string[] | null
  readonly rateLimit: RateLimit
  /** By operation; override `rateLimit`. */
  readonly rateLimits: Readonly<Record<string, RateLimit>>
  readonly rateLimitReset: 'epoch' | 'delta'
  /** with-window: "100, 100;w=60". */
  readonly rateLimitNotation: 'number' | 'with-window'
  readonly rateLimitHeadersOnSuccess: boolean
  /** Part 5, rule 2 requires 401. */
  readonly malformedTokenStatus: number
  /** served violates part 5, rule 3. */
  readonly nonGlobalClients: 'refused' | 'served'
  readonly tokens: TokenStyle
  readonly tokenEndpoint: boolean
  /** Client authentication (RFC 6749, 2.3.1). */
  readonly tokenAuth: 'any' | 'post' | 'basic'
  readonly tokenLifetimeS: number
  /** Numbers of requests that get 503. */
  readonly unavailableAt: readonly number[]
  readonly latencyMs: number
  readonly connection: 'keep-alive' | 'close'
  readonly chunked: boolean
  /** If Accept-Encoding allows. */
  readonly gzip: boolean
  readonly headerCase: 'lower' | 'canonical' | 'upper'
  readonly contentType: string
  readonly delivery: DeliveryStyle
  readonly trigger: TriggerStyle
}
