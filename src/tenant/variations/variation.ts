// A variation: the behaviour of a tenant in points that the specification leaves open.

export interface IdStyle {
  readonly prefix: string
  readonly alphabet: string
  /** `counted` gives 1001, 1002 and so on. `ulid` gives ids that sort by time. */
  readonly order?: 'random' | 'counted' | 'ulid'
}

export interface RateLimit {
  /** The number of requests that a client can send at once. */
  readonly burst: number
  /** The number of further requests per second. */
  readonly perSecond: number
}

export interface DeliveryStyle {
  /** The waits before further attempts. */
  readonly waitsMs: readonly number[]
  /** The wait before the first attempt. */
  readonly delayMs: number
  /** The time limit for the receiver's response. */
  readonly timeoutMs: number
  /** The number of successful deliveries of each event. */
  readonly copies: number
  readonly order: 'oldest-first' | 'newest-first'
  /** The body: one event, a JSON array of events, or an object that contains an array of events. */
  readonly batch: 'none' | 'array' | 'object'
  /** Whether the tenant sends credentials always, or only after a 401 response (RFC 7617, section 2). */
  readonly authorization: 'at-once' | 'when-asked'
  /** `none` means that a firewall blocks all deliveries. */
  readonly reach: 'all' | 'none'
  /** True if events also contain the vendor's members. */
  readonly vendorMembers: boolean
}

export interface TriggerStyle {
  /** With `stream`, only the triggered stream forwards the event. */
  readonly scope: 'stream' | 'tenant'
  /** With `test`, the tenant ignores the state and the subscriptions of a stream. */
  readonly raises: 'event' | 'test'
}

/** The notation for nested members in a form. With `last in brackets`, a list keeps only its last element. */
export type FormStyle =
  | 'brackets'
  | 'last in brackets'
  | 'dots'
  | 'brackets and dots'
  | 'JSON'
  | 'flat'
  | 'none'

/** The form of tokens. Part 5 of the specification requires only that they are JWTs. */
export interface TokenStyle {
  /** `mac` uses an HMAC with the tenant's secret. `encrypted` follows RFC 7516. */
  readonly form: 'signed' | 'mac' | 'encrypted'
  /** True if the header of a token contains `kid`. */
  readonly kid: boolean
  /** True if a client receives the same token again. */
  readonly reused: boolean
  /** True if the tenant also accepts a token in the query (RFC 6750, section 2.3). */
  readonly inQuery: boolean
  /** After this number of invalid tokens, each further invalid token gets this status. */
  readonly lockOut: { readonly after: number; readonly status: number } | null
}

export interface Variation {
  /** The undocumented operations: those for fixtures, and with `vendor` also those for the vendor's tools. */
  readonly undocumented: 'fixtures' | 'vendor'
  /** The delay until clients can read a new stream. */
  readonly visibleAfterMs: number
  /** The success status of each operation. Parts 4.2 to 4.5 of the specification show none. */
  readonly success: Readonly<Record<string, number>>
  /** The scope of each operation. Part 5 of the specification shows only the scope of the delete. */
  readonly scopes: Readonly<Record<string, string>>
  readonly errorBody: 'classic' | 'problem' | 'empty' | 'text' | 'html'
  readonly invalidBodyStatus: number
  /** The status for a rejected token, if part 7 shows none. 303 redirects to a login. Null: as part 5 says. */
  readonly refusedTokenStatus: number | null
  readonly missingTokenStatus: number
  readonly schemes: 'bearer' | 'any'
  readonly order: 'authentication-first' | 'validation-first'
  /** The forwarding-state field, whose name part 2.4 of the specification does not show. */
  readonly stateField: string
  readonly initialState: 'enabled' | 'disabled'
  /** How the tenant handles an update that sends the current forwarding state. */
  readonly sameState: 'accepted' | 'refused'
  readonly stateRequired: boolean
  readonly lengthUnit: 'characters' | 'utf-16 units' | 'bytes'
  /** How the tenant changes stored texts: white space, normal forms and lone surrogates. */
  readonly texts: 'kept' | 'trimmed' | 'composed' | 'line-feeds' | 'well-formed'
  /** The characters that the tenant accepts. `without-markup` refuses the special characters of templates. */
  readonly textsTaken: 'all' | 'without-controls' | 'basic-plane' | 'latin' | 'without-markup'
  /** With `unique`, the tenant refuses a name that another stream has. */
  readonly names: 'free' | 'unique'
  /** True if responses contain undocumented members. */
  readonly furtherMembers: boolean
  /** With `random`, the order of the members changes in each response. */
  readonly memberOrder: 'listed' | 'sorted' | 'reversed' | 'random'
  /** From 0 to 9. */
  readonly timestampDecimals: number
  readonly emptyUpdateMovesUpdatedAt: boolean
  /** Two servers respond in turns. The clock of the second server is behind by this time. 0: one server. */
  readonly clockSkewMs: number
  /** The clock is ahead of the Date header by this time. */
  readonly clockOffsetMs: number
  /** A stream id always has 26 characters. */
  readonly streamIds: IdStyle
  readonly policyIds: IdStyle & { readonly length: number }
  /** With `ignored`, the tenant converts ids to upper case. */
  readonly idCase: 'counts' | 'ignored'
  /**
   * Characters around an id: `trimmed` ignores blanks, `resolved` resolves `../` in the decoded path, and
   * with `refused-before` a server in front of the tenant refuses some requests with an HTML page.
   */
  readonly oddPaths: 'kept' | 'trimmed' | 'resolved' | 'refused-before'
  /** `bare` keys contain only key material. With `shared-kid`, keys of two types have the same `kid`. */
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
  /** The notation of forms. `none` violates part 4 of the specification. */
  readonly forms: FormStyle
  /**
   * Unusual requests. `strict` refuses each request that a standard allows a server to refuse. `lenient`
   * ignores media types, charsets and byte order marks, and accepts extensions of JSON.
   */
  readonly syntax: 'plain' | 'strict' | 'lenient'
  /** How the tenant handles an update with an empty list. `stored` violates part 2.4 of the specification. */
  readonly emptySubscriptions: 'refused' | 'kept' | 'stored'
  readonly unknownStreamStatus: number
  readonly malformedStreamIdStatus: number
  readonly overLongPolicyIdStatus: number
  /** With `https-or-loopback`, the tenant accepts http only for addresses of this machine. */
  readonly webhookAddresses: 'any' | 'http' | 'https' | 'https-or-loopback'
  readonly requiredMembers: 'all' | 'destination-only'
  readonly credentialField: string
  readonly credentialRequired: boolean
  /** How the tenant handles an update whose authorization has the stored method but no credential. */
  readonly absentCredential: 'as-sent' | 'kept'
  /** The types of destinations. Part 2.4 of the specification shows only `webhook`. */
  readonly destinations: 'webhook' | 'all'
  /** Null: any non-empty string is valid. */
  readonly eventTypes: readonly string[] | null
  readonly rateLimit: RateLimit
  /** Limits that replace `rateLimit` for single operations. */
  readonly rateLimits: Readonly<Record<string, RateLimit>>
  readonly rateLimitReset: 'epoch' | 'delta'
  /** With `with-window`, a header contains for example "100, 100;w=60". */
  readonly rateLimitNotation: 'number' | 'with-window'
  readonly rateLimitHeadersOnSuccess: boolean
  /** The status for a malformed token. Rule 2 in part 5 of the specification requires 401. */
  readonly malformedTokenStatus: number
  /** `served` violates rule 3 in part 5 of the specification. */
  readonly nonGlobalClients: 'refused' | 'served'
  readonly tokens: TokenStyle
  readonly tokenEndpoint: boolean
  /** How clients may send their credentials to the token endpoint (RFC 6749, section 2.3.1). */
  readonly tokenAuth: 'any' | 'post' | 'basic'
  readonly tokenLifetimeS: number
  /** The requests that get 503, counted from 1. */
  readonly unavailableAt: readonly number[]
  readonly latencyMs: number
  readonly connection: 'keep-alive' | 'close'
  readonly chunked: boolean
  /** True if the tenant compresses responses, when Accept-Encoding allows this. */
  readonly gzip: boolean
  readonly headerCase: 'lower' | 'canonical' | 'upper'
  readonly contentType: string
  readonly delivery: DeliveryStyle
  readonly trigger: TriggerStyle
}
