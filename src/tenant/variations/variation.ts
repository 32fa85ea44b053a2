// Variations: differences between conforming tenants where the specification is silent.

export interface IdStyle {
  readonly prefix: string
  readonly alphabet: string
  /** `counted`: 1001, 1002 … `ulid`: by time, counted within a millisecond. */
  readonly order?: 'random' | 'counted' | 'ulid'
}

export interface RateLimit {
  /** Number of requests at once. */
  readonly burst: number
  /** Number of requests per second after a burst. */
  readonly perSecond: number
}

export interface DeliveryStyle {
  /** Wait before each further attempt. */
  readonly waitsMs: readonly number[]
  /** Delay before the first attempt. */
  readonly delayMs: number
  /** Time limit for the receiver's response. */
  readonly timeoutMs: number
  /** Number of successful deliveries of each event. */
  readonly copies: number
  readonly order: 'oldest-first' | 'newest-first'
  /** The body: one event, a JSON array, or an object that contains an event. */
  readonly batch: 'none' | 'array' | 'object'
  /** When to send credentials: always, or only after a 401 (RFC 7617, 2). */
  readonly authorization: 'at-once' | 'when-asked'
  /** `none`: a firewall blocks deliveries. */
  readonly reach: 'all' | 'none'
  /** True: sends the vendor's members in addition to CloudEvents. */
  readonly vendorMembers: boolean
}

export interface TriggerStyle {
  /** `stream`: no other stream forwards the event. */
  readonly scope: 'stream' | 'tenant'
  /** `test`: the event ignores subscriptions and state. */
  readonly raises: 'event' | 'test'
}

/** Notation for nested members of a form. With `last in brackets`, a list keeps only its last element. */
export type FormStyle =
  | 'brackets'
  | 'last in brackets'
  | 'dots'
  | 'brackets and dots'
  | 'JSON'
  | 'flat'
  | 'none'

/** The form of tokens. Part 5 only requires JWTs. */
export interface TokenStyle {
  /** `mac`: HMAC with the tenant's secret. `encrypted`: RFC 7516. */
  readonly form: 'signed' | 'mac' | 'encrypted'
  /** True: the token's header names the key. */
  readonly kid: boolean
  /** True: a client gets the same token again. */
  readonly reused: boolean
  /** True: also accepts a token in the query (RFC 6750, 2.3). */
  readonly inQuery: boolean
  /** The status after this number of bad tokens. */
  readonly lockOut: { readonly after: number; readonly status: number } | null
}

export interface Variation {
  /** Undocumented operations: for fixtures only, or also for the public vendor's tools. */
  readonly undocumented: 'fixtures' | 'vendor'
  /** Delay until reads find a new stream. */
  readonly visibleAfterMs: number
  /** Status by operation (parts 4.2 to 4.5 show none). */
  readonly success: Readonly<Record<string, number>>
  /** Scope by operation (part 5 shows none). */
  readonly scopes: Readonly<Record<string, string>>
  readonly errorBody: 'classic' | 'problem' | 'empty' | 'text' | 'html'
  readonly invalidBodyStatus: number
  /** Status for a refused token if part 7 shows none. 303 redirects to a login page. Null: as in part 5. */
  readonly refusedTokenStatus: number | null
  readonly missingTokenStatus: number
  readonly schemes: 'bearer' | 'any'
  readonly order: 'authentication-first' | 'validation-first'
  /** Part 2.4 does not show this name. */
  readonly stateField: string
  readonly initialState: 'enabled' | 'disabled'
  /** Response to an update without a change. */
  readonly sameState: 'accepted' | 'refused'
  readonly stateRequired: boolean
  readonly lengthUnit: 'characters' | 'utf-16 units' | 'bytes'
  /** How stored texts change: white space, normal forms and lone surrogates. */
  readonly texts: 'kept' | 'trimmed' | 'composed' | 'line-feeds' | 'well-formed'
  /** The accepted characters. `without-markup` refuses template characters. */
  readonly textsTaken: 'all' | 'without-controls' | 'basic-plane' | 'latin' | 'without-markup'
  /** `unique`: refuses the name of another stream. */
  readonly names: 'free' | 'unique'
  /** True: responses contain undocumented members. */
  readonly furtherMembers: boolean
  /** `random`: the order changes in each response. */
  readonly memberOrder: 'listed' | 'sorted' | 'reversed' | 'random'
  /** Number of decimals of a second, 0 to 9. */
  readonly timestampDecimals: number
  readonly emptyUpdateMovesUpdatedAt: boolean
  /** Delay of the second node's clock. Two nodes serve in turns. */
  readonly clockSkewMs: number
  /** Milliseconds by which the clock is ahead of the Date header. */
  readonly clockOffsetMs: number
  /** The total length is 26 characters. */
  readonly streamIds: IdStyle
  readonly policyIds: IdStyle & { readonly length: number }
  /** `ignored`: the tenant converts ids to upper case. */
  readonly idCase: 'counts' | 'ignored'
  /**
   * Characters around an id. `trimmed`: ignores blanks. `resolved`: resolves the decoded path.
   * `refused-before`: a front server rejects some requests in HTML.
   */
  readonly oddPaths: 'kept' | 'trimmed' | 'resolved' | 'refused-before'
  /** `bare`: only key material. `shared-kid`: keys of two types share a kid. */
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
  /** `none` violates part 4. */
  readonly forms: FormStyle
  /**
   * Requests without a standard meaning. strict: refuses all that a standard allows to refuse. lenient: ignores media types, charsets and byte order marks, and
   * accepts JSON extensions.
   */
  readonly syntax: 'plain' | 'strict' | 'lenient'
  /** Updates with an empty list. `stored` violates part 2.4. */
  readonly emptySubscriptions: 'refused' | 'kept' | 'stored'
  readonly unknownStreamStatus: number
  readonly malformedStreamIdStatus: number
  readonly overLongPolicyIdStatus: number
  /** `https-or-loopback`: accepts http only on this machine. */
  readonly webhookAddresses: 'any' | 'http' | 'https' | 'https-or-loopback'
  readonly requiredMembers: 'all' | 'destination-only'
  readonly credentialField: string
  readonly credentialRequired: boolean
  /** Authorizations with the same method and no credential. */
  readonly absentCredential: 'as-sent' | 'kept'
  /** Part 2.4 shows only `webhook`. */
  readonly destinations: 'webhook' | 'all'
  /** Null: any non-empty string is valid. */
  readonly eventTypes: readonly string[] | null
  readonly rateLimit: RateLimit
  /** Limits by operation, which override `rateLimit`. */
  readonly rateLimits: Readonly<Record<string, RateLimit>>
  readonly rateLimitReset: 'epoch' | 'delta'
  /** `with-window`: "100, 100;w=60". */
  readonly rateLimitNotation: 'number' | 'with-window'
  readonly rateLimitHeadersOnSuccess: boolean
  /** Part 5, rule 2 requires 401. */
  readonly malformedTokenStatus: number
  /** `served` violates part 5, rule 3. */
  readonly nonGlobalClients: 'refused' | 'served'
  readonly tokens: TokenStyle
  readonly tokenEndpoint: boolean
  /** Accepted client authentication (RFC 6749, 2.3.1). */
  readonly tokenAuth: 'any' | 'post' | 'basic'
  readonly tokenLifetimeS: number
  /** The requests, by number, that get 503. */
  readonly unavailableAt: readonly number[]
  readonly latencyMs: number
  readonly connection: 'keep-alive' | 'close'
  readonly chunked: boolean
  /** True: compresses if Accept-Encoding allows. */
  readonly gzip: boolean
  readonly headerCase: 'lower' | 'canonical' | 'upper'
  readonly contentType: string
  readonly delivery: DeliveryStyle
  readonly trigger: TriggerStyle
}
