// Authentication and authorization of every operation (part 5).
import {
  apartFrom,
  comparedOf,
  crossSuite,
  decodeToken,
  describeResponse,
  type Exchange,
  Inconclusive,
  isAccepted,
  isJwt,
  type JsonObject,
  NotRun,
  nowMs,
  type Principal,
  type Request,
  statusOf,
  type Tester,
  unknownId,
  validRequest,
} from '../src/engine/index.ts'
import { eventStreams } from './resources/event-streams.ts'

const principals: readonly Principal[] = [
  'none',
  'wrong-scheme',
  'not-a-jwt',
  'altered-signature',
  'altered-payload',
  'alg-none',
  'other-key',
  'expired',
  'nonGlobal',
  'limited',
]

/** The same valid request under every principal, the accepted one last. */
interface Gauntlet {
  readonly by: ReadonlyMap<Principal, Exchange>
  readonly control: Exchange | null
  /** Compares what there was before the refused requests with what is there after them. Null where that can't be seen. */
  readonly compare: ((tester: Tester) => void) | null
  /** A request under an invalid token whose path names nothing that exists; null where none could tell. */
  readonly lookup: Exchange | null
}

const gauntlet = (tester: Tester): Promise<Gauntlet> => {
  const { operation } = tester.clause
  const run = tester.allows(operation === 'rate-limit-policies.delete' ? 'destructive' : 'reversible')
    ? runs[operation]
    : operation === 'custom-signing-keys.get'
      ? runs[operation]
      : harmless
  if (run === undefined) throw new Error(`no gauntlet for ${operation}`)
  return tester.once(`gauntlet ${operation}`, (shared) => run(shared))
}

const underEach = async (
  tester: Tester,
  make: (principal: Principal) => Request,
  among = principals,
): Promise<Map<Principal, Exchange>> => {
  const by = new Map<Principal, Exchange>()
  for (const principal of among) {
    if (!tester.principals.has(principal)) continue
    try {
      by.set(principal, await tester.call({ ...make(principal), intent: 'unauthorised' }, { as: principal }))
    } catch (error) {
      // A forgery that can't be made, a token that can't be had: the clauses that need it say so.
      if (!(error instanceof NotRun || error instanceof Inconclusive)) throw error
    }
  }
  return by
}

const refusedOnes = (by: ReadonlyMap<Principal, Exchange>): Exchange[] =>
  [...by.values()].filter((exchange) => statusOf(exchange) >= 300)

const runs: Readonly<Record<string, (tester: Tester) => Promise<Gauntlet>>> = {
  'custom-signing-keys.get': async (tester) => ({
    by: await underEach(tester, () => tester.given.keys()),
    control: await tester.call(tester.given.keys()),
    compare: null,
    lookup: null,
  }),

  'event-streams.create': async (tester) => {
    const streams = tester.resource(eventStreams)
    return {
      by: await underEach(tester, () => streams.creation()),
      control: await tester.call(streams.creation()),
      compare: null,
      lookup: null,
    }
  },

  'event-streams.update': async (tester) => {
    const { requests, seed } = tester
    const streams = tester.resource(eventStreams)
    const stream = await streams.make()
    const first = await stream.read()
    const sent = new Map<Principal, JsonObject>()
    const by = await underEach(tester, (principal) => {
      // Every member that can be set is sent, so that no change goes unseen.
      const body = Object.assign({}, ...streams.changes(stream, requests.number())) as JsonObject
      sent.set(principal, body)
      return streams.update(stream.key, body)
    })
    // What was accepted all the same has made its change: another clause's failure.
    const accepted = [...by].flatMap(([principal, exchange]) =>
      isAccepted(exchange) ? [sent.get(principal) ?? {}] : [],
    )
    const set: JsonObject = Object.assign({}, first.set, ...accepted)
    const before = { ...first, body: { ...first.body, ...Object.assign({}, ...accepted) }, set }
    const after = await stream.read()
    const control = await tester.call(streams.update(stream.key, { name: requests.name() }))
    const other = await streams.make()
    const id = unknownId([stream.id, other.id], stream.id.length, seed)
    return {
      by,
      control,
      compare: ({ must }) =>
        must.beUnchanged(before, after, streams.settable, { control, steps: refusedOnes(by) }),
      lookup: await lookup(tester, streams.update(id, {}), by),
    }
  },

  'phone-templates.update': async (tester) => {
    const { given, templates } = tester
    await templates.save()
    let messages: JsonObject = { ...given.templateMessages() }
    const first = await tester.call(given.templates(messages))
    const shown = await templates.read().catch(unreadable)
    const sent = new Map<Principal, JsonObject>()
    const by = await underEach(tester, (principal) => {
      const body = { ...given.templateMessages() }
      sent.set(principal, body)
      return given.templates(body)
    })
    for (const [principal, exchange] of by)
      if (isAccepted(exchange)) messages = sent.get(principal) ?? messages
    const read = await templates.read().catch(unreadable)
    return {
      by,
      control: isAccepted(first) ? first : await tester.call(given.templates()),
      compare:
        shown === null || read === null
          ? null
          : ({ must }) => {
              must.assume(
                messagesEqual(must.assumeAccepted(shown), messagesOf(first)),
                'a read does not return the messages that were set: see stored',
              )
              must.that(
                messagesEqual(must.assumeAccepted(read), messages),
                'A request that was refused changed the templates.',
                {
                  expected: JSON.stringify(messages),
                  received: describeResponse(read),
                  exchange: read,
                  control: first,
                  steps: refusedOnes(by),
                },
                comparedOf(read.operation, ['/enrollment_message', '/verification_message']),
              )
            },
      lookup: null,
    }
  },

  'rate-limit-policies.delete': async (tester) => {
    const { existing, given, call } = tester
    let policy = await existing.policy()
    const by = new Map<Principal, Exchange>()
    for (const principal of principals) {
      const [entry] = await underEach(tester, () => given.deletion(policy.id), [principal])
      if (entry === undefined) continue
      by.set(principal, entry[1])
      // A principal that could delete it leaves nothing to refuse to the next one.
      if (isAccepted(entry[1])) {
        existing.gone(policy)
        policy = await existing.policy()
      }
    }
    const control = await call({ ...given.deletion(policy.id), intent: policy.made ? 'valid' : 'probe' })
    if (isAccepted(control)) existing.gone(policy)
    // Gone, if deletes are answered as they should be at all: another one shows it.
    const gone = statusOf(control) === 404 && policy.made
    const other = gone ? await existing.policy() : null
    const plain = other === null ? null : await call(given.deletion(other.id))
    if (other !== null && plain !== null && isAccepted(plain)) existing.gone(other)
    const vanished = plain !== null && isAccepted(plain)
    return {
      by,
      control: isAccepted(control) ? control : plain !== null && vanished ? plain : null,
      compare:
        !isAccepted(control) && !vanished
          ? null
          : ({ must }) =>
              must.that(!vanished, 'A request that was refused deleted the policy.', {
                expected: 'the policy still exists and can be deleted',
                received: describeResponse(control),
                exchange: control,
                control: plain,
                steps: refusedOnes(by),
              }),
      lookup: await lookup(tester, given.deletion(policy.id), by),
    }
  },
}

const unreadable = (error: unknown): null => {
  if (error instanceof NotRun) return null
  throw error
}

const messagesOf = ({ request }: Exchange): JsonObject => JSON.parse(request.body ?? '{}') as JsonObject

const messagesEqual = (one: JsonObject, other: JsonObject): boolean =>
  ['enrollment_message', 'verification_message'].every((name) => one[name] === other[name])

// Any of them shows in which order a tenant looks; one that it refuses otherwise than with 401 can't.
const invalidTokens: readonly Principal[] = ['not-a-jwt', 'altered-signature', 'other-key', 'alg-none']

/** A request for an id that does not exist, under a token that gets 401 where it does; null where none gets it. */
const lookup = async (
  tester: Tester,
  request: Request,
  by: ReadonlyMap<Principal, Exchange>,
): Promise<Exchange | null> => {
  const as = invalidTokens.find((principal) => by.get(principal)?.response?.status === 401)
  if (as === undefined) return null
  const exchange = await tester.call({ ...request, intent: 'unauthorised' }, { as })
  const status = statusOf(exchange)
  if (status >= 400 && status < 500) tester.knowledge.observe('authentication-order', status)
  return exchange
}

// Where nothing may be written: only what no tenant, however faulty, could act on. It can show a fault but prove nothing.
const harmless = async (tester: Tester): Promise<Gauntlet> => {
  const { given, clause } = tester
  const nobody = 'x'.repeat(26)
  // A body that has to be sent without an id could be stored, whatever it is.
  const requests: Readonly<Record<string, Request>> = {
    'event-streams.update': tester.requests.of('event-streams.update', nobody, {}),
    'rate-limit-policies.delete': given.deletion(nobody),
  }
  const request = requests[clause.operation]
  if (request === undefined)
    throw new NotRun('it sends what a faulty tenant could store: run with --writes reversible')
  const forged = principals.filter((principal) => principal !== 'limited' && principal !== 'nonGlobal')
  const by = await underEach(tester, () => ({ ...request, effect: 'none' }), forged)
  return { by, control: null, compare: null, lookup: null }
}

const of = async (
  tester: Tester,
  principal: Principal,
): Promise<{ exchange: Exchange; control: Exchange }> => {
  if (!tester.principals.has(principal)) await tester.principals.authorization(principal)
  const { by, control } = await gauntlet(tester)
  const exchange = by.get(principal)
  if (exchange === undefined) await tester.principals.authorization(principal)
  if (exchange === undefined) throw new Inconclusive(`no request was sent as ${principal}`)
  // Accepted for whom it must not be: a failure, with or without a control.
  if (!isAccepted(exchange) && control === null)
    throw new Inconclusive(
      `it was refused (${statusOf(exchange)}), but no valid request beside it was accepted`,
    )
  return { exchange, control: control ?? exchange }
}

/** The statuses of failures that the specification shows of the operation (part 7); null where it shows none. */
const shownStatuses = ({ contract, clause }: Tester): readonly number[] | null =>
  contract.operations.get(clause.operation)?.failures ?? null

/** The request is refused: with the status of part 5 where part 7 shows those of the operation, else with any. */
const refusedAs = (tester: Tester, exchange: Exchange, control: Exchange, status: number): void => {
  if (shownStatuses(tester)?.includes(status)) tester.must.haveStatus(exchange, [status], { control })
  else tester.must.refuse(exchange, { control, of: 'token' })
}

const refused =
  (principal: Principal, status: number) =>
  async (tester: Tester): Promise<void> => {
    const { exchange, control } = await of(tester, principal)
    refusedAs(tester, exchange, control, status)
  }

/** The request is refused, with whatever status says so. */
const refusedAnyhow =
  (principal: Principal) =>
  async (tester: Tester): Promise<void> => {
    const { exchange, control } = await of(tester, principal)
    tester.must.refuse(exchange, { control, of: 'token' })
  }

const scopesOf = (token: string, answer: JsonObject | null): string[] | null => {
  const claims = decodeToken(token)?.payload
  const scope = answer?.scope ?? claims?.scope
  if (typeof scope === 'string') return scope.split(' ').filter(Boolean)
  return Array.isArray(scope) ? scope.map(String) : null
}

/**
 * Scopes that are next to the required one: its verb for another resource, another verb for its resource. Only those that
 * the client of full has, and for which the token endpoint gives a token without the required one.
 */
const nearScopes = async (
  { principals, allows, clause }: Tester,
  required: readonly string[],
): Promise<readonly string[]> => {
  const [scope] = required
  if (scope === undefined || !principals.usesClientCredentials('full')) return []
  // What is accepted all the same must be allowed to happen.
  if (!allows(clause.operation === 'rate-limit-policies.delete' ? 'destructive' : 'reversible')) return []
  const full = await principals.outcome('full')
  const held = full.ok ? (scopesOf(full.token.reveal(), full.response) ?? []) : []
  const [verb = '', resource = ''] = scope.split(':')
  const near = [`${verb}:`, `:${resource}`].flatMap(
    (part) => held.find((one) => one !== scope && (one.startsWith(part) || one.endsWith(part))) ?? [],
  )
  const narrowed: string[] = []
  for (const one of new Set(near)) {
    const outcome = await principals.outcome(`scope ${one}`)
    const granted = outcome.ok ? scopesOf(outcome.token.reveal(), outcome.response) : null
    if (granted !== null && !required.some((needed) => granted.includes(needed))) narrowed.push(one)
  }
  return narrowed
}

/** Holds that a valid token gets no 401 where the other scheme's is served. */
const servedAsWell = (must: Tester['must'], exchange: Exchange, control: Exchange): void => {
  if (statusOf(exchange) === 401 && isAccepted(control))
    must.that(false, 'A token of one scheme gets 401 where that of the other is served.', {
      expected: 'both tokens are accepted',
      received: describeResponse(exchange),
      exchange,
      control,
    })
}

/** The other operations take both kinds of token, too (part 5). */
const eitherSchemeElsewhere = async (tester: Tester): Promise<void> => {
  const { contract, allows, call, must } = tester
  for (const { name, method } of contract.operations.values()) {
    if (method === 'GET' || !allows(method === 'DELETE' ? 'destructive' : 'reversible')) continue
    const sent = async (as: Principal): Promise<Exchange> => {
      const request = await validRequest(tester, name)
      return call({ ...request, intent: 'probe' }, { as })
    }
    const issued = await sent('full').catch(notPossible)
    const supplied = issued === null ? null : await sent('bearer').catch(notPossible)
    if (issued === null || supplied === null) continue
    servedAsWell(must, issued, supplied)
    servedAsWell(must, supplied, issued)
  }
}

// What can't be tried here, for want of a resource, is the matter of the operation's own clauses.
const notPossible = (error: unknown): null => {
  if (error instanceof NotRun || error instanceof Inconclusive) return null
  throw error
}

const expired = (token: string): boolean => {
  const exp = decodeToken(token)?.payload.exp
  return typeof exp !== 'number' || exp * 1000 <= nowMs()
}

// Part 5 lists no such combination.
const noScope = 'create:branding'

export default crossSuite('authentication', {
  each: {
    'auth-missing': refusedAnyhow('none'),
    'auth-missing-401': async (tester) => {
      const { exchange, control } = await of(tester, 'none')
      tester.must.haveStatus(exchange, [401], { control })
    },
    'auth-wrong-scheme': refusedAnyhow('wrong-scheme'),
    'auth-not-a-jwt': refused('not-a-jwt', 401),
    'auth-altered-signature': refused('altered-signature', 401),
    'auth-altered-payload': refused('altered-payload', 401),
    'auth-alg-none': refused('alg-none', 401),
    'auth-other-key': refused('other-key', 401),
    'auth-expired': async (tester) => {
      const { exchange, control } = await of(tester, 'expired')
      if (!tester.principals.expiredSupplied)
        tester.must.assume(
          !isAccepted(exchange),
          'a token that was waited out was accepted, which a leeway for clocks may do: supply TENANT_EXPIRED_ACCESS_TOKEN',
        )
      refusedAs(tester, exchange, control, 401)
    },
    'auth-non-global': refused('nonGlobal', 401),
    'auth-refusal-status': async (tester) => {
      const { by, control } = await gauntlet(tester)
      for (const [principal, exchange] of by) {
        // Part 5 says nothing of a missing header or another scheme; what was accepted is another clause's failure.
        if (principal === 'none' || principal === 'wrong-scheme') continue
        if (isAccepted(exchange) || control === null) continue
        tester.must.haveStatus(exchange, [principal === 'limited' ? 403 : 401], { control })
      }
    },
    'auth-scope': async (tester) => {
      const { operation } = tester.clause
      const { exchange, control } = await of(tester, 'limited')
      const outcome = await tester.principals.outcome('limited')
      if (!outcome.ok) throw new Inconclusive(`no token for limited: ${outcome.reason}`)
      const required =
        tester.contract.operations.get(operation)?.scopes ??
        tester.knowledge.profile.operations?.[operation]?.scopes
      if (required?.length === 0) tester.inapplicable('the profile says that the operation requires no scope')
      if (required === undefined || required === null) {
        tester.must.assume(
          !isAccepted(exchange),
          `the required scope is not shown: declare operations["${operation}"].scopes in the profile`,
        )
      } else {
        const held = scopesOf(outcome.token.reveal(), outcome.response) ?? []
        if (required.some((scope) => held.includes(scope)))
          tester.skip(`the token of limited holds ${required.join(', ')}: supply one that lacks it`)
      }
      if (statusOf(exchange) === 401)
        tester.must.assume(!expired(outcome.token.reveal()), 'the token of limited may have expired')
      refusedAs(tester, exchange, control, 403)
      for (const scope of await nearScopes(tester, required ?? [])) {
        const request = await validRequest(tester)
        const near = await tester.call({ ...request, intent: 'unauthorised' }, { as: `scope ${scope}` })
        refusedAs(tester, near, control, 403)
      }
    },
    'auth-changes-nothing': async (tester) => {
      const { compare, by } = await gauntlet(tester)
      if (compare === null && tester.clause.operation === 'phone-templates.update')
        await tester.templates.read()
      tester.must.assume(
        refusedOnes(by).length > 0,
        'no request was refused that could have changed something',
      )
      if (compare === null) throw new Inconclusive('no valid request was accepted beside the refused ones')
      compare(tester)
    },
    'auth-before-lookup': async (tester) => {
      const { lookup: exchange, control } = await gauntlet(tester)
      if (control === null) throw new Inconclusive('no valid request was accepted')
      if (exchange === null)
        throw new Inconclusive('no invalid token gets 401 where the id exists: see auth-not-a-jwt')
      // Validation may come before authentication: a 400 for the path says nothing.
      tester.must.assume(
        ![400, 422].includes(statusOf(exchange)),
        'the id was refused before the token was looked at',
      )
      tester.must.haveStatus(exchange, [401], { control })
    },
  },
  any: {
    'bearer-token': async ({ given, call, must, principals }) => {
      const supplied = principals.has('bearer')
      const exchange = await call(given.keys(), { as: supplied ? 'bearer' : 'full' })
      const token = supplied ? await principals.outcome('bearer') : null
      if (token?.ok && !expired(token.token.reveal())) servedAsWell(must, exchange, await call(given.keys()))
      must.accept(exchange)
    },
    'client-credentials': async ({ given, call, must, principals }) => {
      if (!principals.usesClientCredentials('full'))
        throw new NotRun('no client: supply TENANT_CLIENT_ID and TENANT_CLIENT_SECRET')
      const outcome = await principals.outcome('full')
      const answered = outcome.exchange === null ? 0 : statusOf(outcome.exchange)
      if (!outcome.ok && principals.tokenEndpointAsSpecified && principals.has('bearer')) {
        const control = await call(given.keys(), { as: 'bearer' })
        if (isAccepted(control) && [404, 405].includes(answered))
          must.that(false, 'The tenant serves a bearer token, but has no token endpoint at /oauth/token/.', {
            expected: 'a token',
            received: `status ${answered}`,
            exchange: outcome.exchange,
            control,
          })
      }
      must.assume(
        outcome.ok,
        outcome.ok ? '' : `${outcome.reason}; TENANT_TOKEN_URL names another token endpoint`,
      )
      must.assume(
        principals.tokenEndpointAsSpecified,
        'TENANT_TOKEN_URL or TENANT_AUDIENCE name another place or audience than part 5 does, so that those were not tried',
      )
      const exchange = await call(given.keys())
      if (principals.has('bearer')) servedAsWell(must, exchange, await call(given.keys(), { as: 'bearer' }))
      must.accept(exchange)
    },
    'either-scheme': apartFrom('phone-templates', async (tester) => {
      const { given, call, must, principals } = tester
      if (!principals.has('bearer'))
        throw new NotRun(
          'it needs both: supply TENANT_ACCESS_TOKEN beside TENANT_CLIENT_ID and TENANT_CLIENT_SECRET',
        )
      const issued = await call(given.keys())
      const supplied = await call(given.keys(), { as: 'bearer' })
      servedAsWell(must, issued, supplied)
      const token = await principals.outcome('bearer')
      if (statusOf(supplied) === 401)
        must.assume(token.ok && !expired(token.token.reveal()), 'the supplied token may have expired')
      servedAsWell(must, supplied, issued)
      must.accept(issued, { control: supplied })
      must.accept(supplied, { control: issued })
      await eitherSchemeElsewhere(tester)
    }),
    'auth-challenge': apartFrom('phone-templates', async (tester) => {
      const { given, call, must, allows, templates } = tester
      const nobody = 'x'.repeat(26)
      // Without a write mode only what no tenant, however faulty, could store.
      const writes = allows('reversible')
      if (writes) await templates.save()
      let seen = 0
      for (const request of [
        given.keys(),
        { ...tester.requests.of('event-streams.update', nobody, {}), effect: 'none' as const },
        { ...given.deletion(nobody), effect: 'none' as const },
        ...(writes ? [given.templatesBody({})] : []),
        ...(writes && tester.resource(eventStreams).removable
          ? [tester.resource(eventStreams).creation({})]
          : []),
      ]) {
        const exchange = await call({ ...request, intent: 'unauthorised' }, { as: 'none' })
        if (statusOf(exchange) !== 401) continue
        seen += 1
        const challenge = exchange.response?.headers['www-authenticate'] ?? ''
        must.that(challenge.trim() !== '', 'A 401 does not say how to authenticate.', {
          expected: 'a WWW-Authenticate header',
          received: '401 without one',
          exchange,
        })
      }
      if (seen === 0) tester.inapplicable('no request without a token was answered with 401')
    }),
    'scheme-case': async ({ given, call, must }) => {
      let control = await call(given.keys())
      let exchange = await call({ ...given.keys(), intent: 'probe' }, { as: 'small-scheme' })
      if (!isAccepted(exchange)) {
        // A tenant that ends a client's older tokens may just have given another one: once more, beside a control.
        control = await call(given.keys())
        exchange = await call({ ...given.keys(), intent: 'probe' }, { as: 'small-scheme' })
      }
      if ([400, 401].includes(statusOf(exchange)) && isAccepted(control))
        must.that(false, 'A token is refused where its scheme is in small letters.', {
          expected: 'it is served, as with the scheme Bearer',
          received: describeResponse(exchange),
          exchange,
          control,
        })
      must.accept(exchange, { control })
    },
    'token-response': async ({ must, principals }) => {
      if (!principals.usesClientCredentials('full'))
        throw new NotRun('no client: supply TENANT_CLIENT_ID and TENANT_CLIENT_SECRET')
      const outcome = await principals.outcome('full')
      if (!outcome.ok) throw new Inconclusive(outcome.reason)
      const { exchange, response } = outcome
      const type = String(response?.token_type ?? 'none')
      must.that(
        type.toLowerCase() === 'bearer',
        'The response of the token endpoint does not say which type the token has.',
        {
          expected: 'token_type Bearer, in any letter case',
          received: `token_type ${type}`,
          exchange,
        },
      )
      const control = exchange?.response?.headers['cache-control'] ?? 'none'
      must.that(/\bno-store\b/i.test(control), 'The response of the token endpoint may be kept by caches.', {
        expected: 'cache-control: no-store',
        received: `cache-control: ${control}`,
        exchange,
      })
    },
    'token-is-jwt': async ({ must, principals }) => {
      if (!principals.usesClientCredentials('full'))
        throw new NotRun('no client: supply TENANT_CLIENT_ID and TENANT_CLIENT_SECRET')
      const outcome = await principals.outcome('full')
      if (!outcome.ok) throw new Inconclusive(outcome.reason)
      must.that(isJwt(outcome.token.reveal()), 'The token is not a JWT.', {
        expected: 'a signed or an encrypted JWT (RFC 7519, 3)',
        received: 'a token of another form',
        exchange: outcome.exchange,
      })
    },
    'token-scopes': async ({ must, principals, contract }) => {
      let seen = 0
      // Asked for, too: one that does not exist, as branding is never created.
      const asked = principals.usesClientCredentials('full')
        ? await principals.outcome(`scope ${noScope}`)
        : null
      if (asked?.ok === true) {
        const granted = scopesOf(asked.token.reveal(), asked.response)
        if (granted !== null)
          must.that(!granted.includes(noScope), 'A scope that does not exist was granted.', {
            expected: `no token with ${noScope}`,
            received: granted.join(', '),
            exchange: asked.exchange,
          })
      }
      for (const principal of ['full', 'bearer', 'limited', 'nonGlobal'] as const) {
        if (!principals.has(principal)) continue
        const outcome = await principals.outcome(principal)
        const scopes = outcome.ok ? scopesOf(outcome.token.reveal(), outcome.response) : null
        if (scopes === null || scopes.length === 0) continue
        seen += 1
        const unknown = scopes.filter((scope) => !contract.scopes.has(scope))
        must.that(unknown.length === 0, 'A granted scope does not exist.', {
          expected: 'scopes of the table in part 5',
          received: unknown.join(', '),
          exchange: outcome.exchange,
        })
      }
      must.assume(seen > 0, 'no token shows the scopes that it was granted')
    },
    'token-wrong-secret': async ({ call, must, principals }) => {
      if (principals.usesClientCredentials('full')) {
        const outcome = await principals.outcome('full')
        must.assume(outcome.ok, 'the right secret was refused as well')
      }
      // Only now is it known how the token endpoint takes the client.
      const request = principals.wrongSecretRequest()
      if (request === null) throw new NotRun('no client: supply TENANT_CLIENT_ID and TENANT_CLIENT_SECRET')
      const exchange = await call(request, { as: 'none' })
      must.assume(statusOf(exchange) > 0, 'the token endpoint did not answer')
      must.assume(statusOf(exchange) !== 429, 'the token endpoint asked to wait')
      must.that(
        [400, 401, 403].includes(statusOf(exchange)),
        'A wrong client secret was not refused as such.',
        {
          expected: 'status 400, 401 or 403',
          received: `status ${statusOf(exchange)}`,
          exchange,
        },
      )
    },
  },
})
