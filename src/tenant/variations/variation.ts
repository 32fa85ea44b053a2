// Variations: the ways in which conforming tenants differ where the specification is silent.

/** How ids look: a fixed start, then characters of an alphabet. */
export interface IdStyle {
  readonly prefix: string
  readonly alphabet: string
  /** counted: 1001, 1002 and so on after the prefix. ulid: by the clock, and counted within a millisecond. Default: random. */
  readonly order?: 'random' | 'counted' | 'ulid'
}

export interface RateLimit {
  /** Requests that may come at once. */
  readonly burst: number
  /** Requests per second afterwards. */
  readonly perSecond: number
}

export interface DeliveryStyle {
  /** Waits before the second and each further attempt. */
  readonly waitsMs: readonly number[]
  /** Wait before the first attempt. */
  readonly delayMs: number
  /** How long a receiver may take to answer. */
  readonly timeoutMs: number
  /** How often each event is sent although the first was received. */
  readonly copies: number
  /** Whether events that wait are sent oldest or newest first. */
  readonly order: 'oldest-first' | 'newest-first'
  /** What waits for a stream goes out by itself, or all in one body: a JSON array, or an object that holds one. */
  readonly batch: 'none' | 'array' | 'object'
  /** Whether basic authorization goes with each delivery, or only where a 401 asks for it (RFC 7617, 2). */
  readonly authorization: 'at-once' | 'when-asked'
  /** Whether the tenant gets through to receivers at all: one behind a firewall does not. */
  readonly reach: 'all' | 'none'
  /** Further members of each payload beside those of CloudEvents. */
  readonly vendorMembers: boolean
}

/** What the request does that triggers an event for a stream. */
export interface TriggerStyle {
  /** stream: no other stream forwards the event. tenant: every stream that matches does. */
  readonly scope: 'stream' | 'tenant'
  /** test: it is delivered to the stream whatever that subscribes to and whatever its state is. */
  readonly raises: 'event' | 'test'
}

/** What tokens are, and what becomes of them (part 5 says that they are JWTs). */
export interface TokenStyle {
  /** mac: signed by HMAC with a secret of the tenant's own. encrypted: RFC 7516, so that nobody else reads them. */
  readonly form: 'signed' | 'mac' | 'encrypted'
  /** Whether the header names the key. */
  readonly kid: boolean
  /** Whether a client that asks again gets the token that it has. */
  readonly reused: boolean
  /** Whether a token is taken from the query as well (RFC 6750, 2.3). */
  readonly inQuery: boolean
  /** From how many bad tokens on every bad one is answered otherwise than with 401, and how; null for never. */
  readonly lockOut: { readonly after: number; readonly status: number } | null
}

export interface Variation {
  /** Which routes it has beside the operations: those that fixtures need, or also those that the public vendor's tools call. */
  readonly undocumented: 'fixtures' | 'vendor'
  /** How long after its creation a stream is found. */
  readonly visibleAfterMs: number
  /** Status of a success, by operation (parts 4.2 to 4.5: not shown). */
  readonly success: Readonly<Record<string, number>>
  /** The scope that an operation requires (part 5: not shown). */
  readonly scopes: Readonly<Record<string, string>>
  readonly errorBody: 'classic' | 'problem' | 'empty' | 'text' | 'html'
  /** Status of a body that is not valid. */
  readonly invalidBodyStatus: number
  /** Status of a refusal for the token where part 7 shows none; 303 leads to a login page; null for those of part 5. */
  readonly refusedTokenStatus: number | null
  readonly missingTokenStatus: number
  /** Under which schemes of the Authorization header a token is taken. */
  readonly schemes: 'bearer' | 'any'
  readonly order: 'authentication-first' | 'validation-first'
  /** Name of the forwarding-state field (part 2.4: not shown). */
  readonly stateField: string
  readonly initialState: 'enabled' | 'disabled'
  /** What an update does that sends the state which the stream has. */
  readonly sameState: 'accepted' | 'refused'
  /** Whether a creation must name the state. */
  readonly stateRequired: boolean
  /** What the length of a name counts. */
  readonly lengthUnit: 'characters' | 'utf-16 units' | 'bytes'
  /** What becomes of white space, normal forms and halves of surrogate pairs in texts. */
  readonly texts: 'kept' | 'trimmed' | 'composed' | 'line-feeds' | 'well-formed'
  /** Which texts are taken: all, those without control characters, of the basic plane, of Latin-1, or without what templates hold. */
  readonly textsTaken: 'all' | 'without-controls' | 'basic-plane' | 'latin' | 'without-markup'
  /** Whether a name that a stream has is refused to others. */
  readonly names: 'free' | 'unique'
  /** Whether answers have members that the specification does not list. */
  readonly furtherMembers: boolean
  /** random: another one in each answer. */
  readonly memberOrder: 'listed' | 'sorted' | 'reversed' | 'random'
  /** Digits after the seconds' point, 0 to 9. */
  readonly timestampDecimals: number
  readonly emptyUpdateMovesUpdatedAt: boolean
  /** By how much the clock of the second of two nodes, which take turns, is behind. */
  readonly clockSkewMs: number
  /** By how much the tenant's clock is ahead of that of its answers. */
  readonly clockOffsetMs: number
  /** Stream ids have 26 characters in all. */
  readonly streamIds: IdStyle
  readonly policyIds: IdStyle & { readonly length: number }
  /** Whether the letter case of an id in a path counts; where it does not, ids are in upper case. */
  readonly idCase: 'counts' | 'ignored'
  /**
   * What becomes of ids with more around them. trimmed: without blanks. resolved: as the path that they are once decoded.
   * refused-before: a server before the tenant refuses some in HTML.
   */
  readonly oddPaths: 'kept' | 'trimmed' | 'resolved' | 'refused-before'
  /** full: RSA and EC keys with certificates; bare: only what makes a public key; shared-kid: keys of two types share one. */
  readonly keySet:
    | 'full'
    | 'rsa'
    | 'ec'
    | 'without-certificates'
    | 'bare'
    | 'empty'
    | 'shared-kid'
    | 'all-types'
  /** How thumbprints of certificates are written. */
  readonly thumbprints: 'base64url' | 'base64' | 'hex'
  readonly unknownMembers: 'ignored' | 'refused' | 'kept'
  /** How members of members are named in a form; flat: not at all; none: no form is taken, which part 4 forbids. */
  readonly forms: 'brackets' | 'last in brackets' | 'dots' | 'brackets and dots' | 'JSON' | 'flat' | 'none'
  /**
   * What becomes of requests that no standard gives a meaning: strict: they are refused, as is what a standard lets be
   * refused; lenient: media types, charsets and byte order marks do not count, and JSON may have
   * extensions.
   */
  readonly syntax: 'plain' | 'strict' | 'lenient'
  /**
   * What an update with an empty list of subscriptions does. A stream keeps at least one, but where the empty list is
   * stored, which part 2.4 forbids.
   */
  readonly emptySubscriptions: 'refused' | 'kept' | 'stored'
  readonly unknownStreamStatus: number
  readonly malformedStreamIdStatus: number
  readonly overLongPolicyIdStatus: number
  /** any: any string. https-or-loopback: also http, where it does not leave the machine. */
  readonly webhookAddresses: 'any' | 'http' | 'https' | 'https-or-loopback'
  /** Members that a destination of a new stream may leave out. */
  readonly requiredMembers: 'all' | 'destination-only'
  readonly credentialField: string
  readonly credentialRequired: boolean
  /** What an update does that sends an authorization of the same method without its credential. */
  readonly absentCredential: 'as-sent' | 'kept'
  /** Whether the variants of a destination and of its authorization that part 2.4 does not show are taken too. */
  readonly destinations: 'webhook' | 'all'
  /** Allowed event types; null where any non-empty string is. */
  readonly eventTypes: readonly string[] | null
  readonly rateLimit: RateLimit
  /** Limits of single operations, by name, in place of `rateLimit`. */
  readonly rateLimits: Readonly<Record<string, RateLimit>>
  readonly rateLimitReset: 'epoch' | 'delta'
  /** with-window: "100, 100;w=60". */
  readonly rateLimitNotation: 'number' | 'with-window'
  readonly rateLimitHeadersOnSuccess: boolean
  /** Status of a request whose Authorization header is not `Bearer` and a JWT: 401, or else not as part 5, rule 2. */
  readonly malformedTokenStatus: number
  /** Whether a client that is not global is served, which part 5, rule 3 forbids. */
  readonly nonGlobalClients: 'refused' | 'served'
  readonly tokens: TokenStyle
  readonly tokenEndpoint: boolean
  /** How the token endpoint takes a client (RFC 6749, 2.3.1): in the body, by HTTP Basic, or either. */
  readonly tokenAuth: 'any' | 'post' | 'basic'
  readonly tokenLifetimeS: number
  /** Which requests, by their number among all, are not carried out and get 503. */
  readonly unavailableAt: readonly number[]
  /** Time that each answer takes. */
  readonly latencyMs: number
  readonly connection: 'keep-alive' | 'close'
  readonly chunked: boolean
  /** Whether answers are compressed where Accept-Encoding offers it. */
  readonly gzip: boolean
  readonly headerCase: 'lower' | 'canonical' | 'upper'
  readonly contentType: string
  readonly delivery: DeliveryStyle
  readonly trigger: TriggerStyle
}

const base32 = '0123456789abcdefghjkmnpqrstvwxyz'

/** What the reference tenant does unless told otherwise; `profiles/reference.json` declares it. */
export const defaultVariation: Variation = {
  undocumented: 'fixtures',
  visibleAfterMs: 0,
  success: {
    'phone-templates.update': 200,
    'custom-signing-keys.get': 200,
    'event-streams.create': 201,
    'event-streams.update': 200,
  },
  scopes: {
    'rate-limit-policies.delete': 'delete:rate_limit_policies',
    'phone-templates.update': 'update:phone_templates',
    'custom-signing-keys.get': 'read:custom_signing_keys',
    'event-streams.create': 'create:event_streams',
    'event-streams.update': 'update:event_streams',
    'rate-limit-policies.create': 'create:rate_limit_policies',
    'rate-limit-policies.list': 'read:rate_limit_policies',
    'phone-templates.get': 'read:phone_templates',
    'event-streams.delete': 'delete:event_streams',
    'event-streams.get': 'read:event_streams',
    'event-streams.list': 'read:event_streams',
    'event-streams.trigger': 'update:event_streams',
    'events.create': 'update:event_streams',
  },
  errorBody: 'classic',
  invalidBodyStatus: 400,
  refusedTokenStatus: null,
  missingTokenStatus: 401,
  schemes: 'bearer',
  order: 'authentication-first',
  stateField: 'status',
  initialState: 'enabled',
  sameState: 'accepted',
  stateRequired: false,
  lengthUnit: 'characters',
  texts: 'kept',
  textsTaken: 'all',
  names: 'free',
  furtherMembers: false,
  memberOrder: 'listed',
  timestampDecimals: 3,
  emptyUpdateMovesUpdatedAt: false,
  clockSkewMs: 0,
  clockOffsetMs: 0,
  streamIds: { prefix: 'es', alphabet: base32 },
  policyIds: { prefix: 'rlp', alphabet: base32, length: 26 },
  idCase: 'counts',
  oddPaths: 'kept',
  keySet: 'full',
  thumbprints: 'base64url',
  unknownMembers: 'ignored',
  forms: 'brackets',
  syntax: 'plain',
  emptySubscriptions: 'refused',
  unknownStreamStatus: 404,
  malformedStreamIdStatus: 400,
  overLongPolicyIdStatus: 404,
  webhookAddresses: 'any',
  requiredMembers: 'all',
  credentialField: 'password',
  credentialRequired: false,
  absentCredential: 'as-sent',
  destinations: 'webhook',
  eventTypes: null,
  rateLimit: { burst: 300, perSecond: 300 },
  // Low enough to be met by a few requests on any machine, and enough for what checks send one after another.
  rateLimits: {
    'custom-signing-keys.get': { burst: 40, perSecond: 20 },
    'rate-limit-policies.delete': { burst: 40, perSecond: 40 },
  },
  rateLimitReset: 'epoch',
  rateLimitNotation: 'number',
  rateLimitHeadersOnSuccess: true,
  malformedTokenStatus: 401,
  nonGlobalClients: 'refused',
  tokens: { form: 'signed', kid: true, reused: false, inQuery: false, lockOut: null },
  tokenEndpoint: true,
  tokenAuth: 'any',
  tokenLifetimeS: 86_400,
  unavailableAt: [],
  latencyMs: 0,
  connection: 'keep-alive',
  chunked: false,
  gzip: false,
  headerCase: 'canonical',
  contentType: 'application/json; charset=utf-8',
  delivery: {
    waitsMs: [100, 100, 200],
    delayMs: 0,
    timeoutMs: 2_000,
    copies: 1,
    order: 'oldest-first',
    batch: 'none',
    authorization: 'at-once',
    reach: 'all',
    vendorMembers: false,
  },
  trigger: { scope: 'stream', raises: 'event' },
}
