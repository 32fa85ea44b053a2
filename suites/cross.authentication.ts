// Authentication and authorization of every operation (part 5).
import {
  crossSuite,
  decodeToken,
  describeResponse,
  type Exchange,
  isAccepted,
  type JsonObject,
  NotRun,
  neighbourId,
  nowMs,
  type Principal,
  type Request,
  statusOf,
  type Tester,
  Undecided,
} from '../src/engine/index.ts'

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
  /** Refused requests that changed something all the same, each with the read that shows it. */
  readonly changes: readonly { readonly refused: Exchange; readonly read: Exchange }[]
  /** How many refused requests were followed by a look at what they might have changed. */
  readonly looked: number
  /** A request under a forged token whose path names nothing that exists; null where none could tell. */
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
      if (!(error instanceof NotRun || error instanceof Undecided)) throw error
    }
  }
  return by
}

const refusedOnes = (by: ReadonlyMap<Principal, Exchange>): [Principal, Exchange][] =>
  [...by].filter(([, exchange]) => statusOf(exchange) >= 400)

const runs: Readonly<Record<string, (tester: Tester) => Promise<Gauntlet>>> = {
  'custom-signing-keys.get': async (tester) => ({
    by: await underEach(tester, () => tester.given.keys()),
    control: await tester.call(tester.given.keys()),
    changes: [],
    looked: 0,
    lookup: null,
  }),

  'event-streams.create': async (tester) => ({
    by: await underEach(tester, () => tester.given.stream()),
    control: await tester.call(tester.given.stream()),
    changes: [],
    looked: 0,
    lookup: null,
  }),

  'event-streams.update': async (tester) => {
    const stream = await tester.existing.stream()
    const names = new Map<Principal, string>()
    const by = await underEach(tester, (principal) => {
      const name = tester.given.name()
      names.set(principal, name)
      return tester.given.update(stream, { name })
    })
    const read = await tester.call(tester.given.update(stream, {}))
    const kept = isAccepted(read) ? (await tester.read(stream)).body.name : undefined
    const control = await tester.call(tester.given.update(stream, { name: tester.given.name() }))
    const refused = refusedOnes(by)
    const id = neighbourId(stream.id)
    return {
      by,
      control,
      changes: refused
        .filter(([principal]) => names.get(principal) === kept)
        .map(([, exchange]) => ({ refused: exchange, read })),
      looked: isAccepted(read) ? refused.length : 0,
      lookup: await lookup(tester, tester.given.update({ id }, {}), by),
    }
  },

  'phone-templates.update': async (tester) => {
    await tester.templates.save()
    const first = await tester.call(tester.given.templates())
    const sent = new Map<Principal, string>()
    const by = await underEach(tester, (principal) => {
      const messages = tester.given.templateMessages()
      sent.set(principal, messages.enrollment_message)
      return tester.given.templates({ ...messages })
    })
    const read = await tester.templates.read().catch((error: unknown) => {
      if (error instanceof NotRun) return null
      throw error
    })
    const refused = refusedOnes(by)
    const stored = read !== null && isAccepted(read) ? read.response?.body : undefined
    const control = await tester.call(tester.given.templates())
    return {
      by,
      control: isAccepted(first) ? first : control,
      changes:
        stored === undefined || read === null
          ? []
          : refused
              .filter(([principal]) => stored.includes(JSON.stringify(sent.get(principal))))
              .map(([, exchange]) => ({ refused: exchange, read })),
      looked: stored === undefined ? 0 : refused.length,
      lookup: null,
    }
  },

  'rate-limit-policies.delete': async (tester) => {
    let policy = await tester.existing.policy()
    const by = new Map<Principal, Exchange>()
    for (const principal of principals) {
      const [entry] = await underEach(tester, () => tester.given.deletion(policy.id), [principal])
      if (entry === undefined) continue
      by.set(principal, entry[1])
      // A principal that could delete it leaves nothing to refuse to the next one.
      if (isAccepted(entry[1])) {
        tester.existing.gone(policy)
        policy = await tester.existing.policy()
      }
    }
    const control = await tester.call({ ...tester.given.deletion(policy.id), intent: 'probe' })
    if (isAccepted(control)) tester.existing.gone(policy)
    const refused = refusedOnes(by)
    // Gone, if deletes are answered as they should be at all: see the clause accepts.
    const gone = statusOf(control) === 404 && policy.made
    const other = gone ? await tester.existing.policy() : null
    const plain =
      other === null ? null : await tester.call({ ...tester.given.deletion(other.id), intent: 'probe' })
    if (other !== null && plain !== null && isAccepted(plain)) tester.existing.gone(other)
    const vanished = plain !== null && isAccepted(plain)
    return {
      by,
      control: isAccepted(control) ? control : null,
      changes: vanished
        ? refused.slice(-1).map(([, exchange]) => ({ refused: exchange, read: control }))
        : [],
      looked: isAccepted(control) || vanished ? refused.length : 0,
      lookup: await lookup(tester, tester.given.deletion(policy.id), by),
    }
  },
}

// Any of them shows in which order a tenant looks; one that it refuses otherwise than with 401 can't.
const invalidTokens: readonly Principal[] = ['not-a-jwt', 'altered-signature', 'other-key', 'alg-none']

/** A request for an id that does not exist, under a token that gets 401 where it does; null where none gets it. */
const lookup = async (
  tester: Tester,
  request: Request,
  by: ReadonlyMap<Principal, Exchange>,
): Promise<Exchange | null> => {
  const as = invalidTokens.find((principal) => by.get(principal)?.response?.status === 401)
  return as === undefined ? null : tester.call({ ...request, intent: 'unauthorised' }, { as })
}

// Where nothing may be written: only what no tenant, however faulty, could act on. It can show a fault but prove nothing.
const harmless = async (tester: Tester): Promise<Gauntlet> => {
  const { given, clause } = tester
  const nobody = 'x'.repeat(26)
  // A body that has to be sent without an id could be stored, whatever it is.
  const requests: Readonly<Record<string, Request>> = {
    'event-streams.update': given.update({ id: nobody }, {}),
    'rate-limit-policies.delete': given.deletion(nobody),
  }
  const request = requests[clause.operation]
  if (request === undefined)
    throw new NotRun('it sends what a faulty tenant could store: run with --writes reversible')
  const forged = principals.filter((principal) => principal !== 'limited' && principal !== 'nonGlobal')
  const by = await underEach(tester, () => ({ ...request, effect: 'none' }), forged)
  return { by, control: null, changes: [], looked: 0, lookup: null }
}

const of = async (
  tester: Tester,
  principal: Principal,
): Promise<{ exchange: Exchange; control: Exchange }> => {
  if (!tester.principals.has(principal)) await tester.principals.authorization(principal)
  const { by, control } = await gauntlet(tester)
  const exchange = by.get(principal)
  if (exchange === undefined) await tester.principals.authorization(principal)
  if (exchange === undefined) throw new Undecided(`no request was sent as ${principal}`)
  // Accepted for whom it must not be: a failure, with or without a control.
  if (!isAccepted(exchange) && control === null)
    throw new Undecided(`it was refused (${statusOf(exchange)}), but no valid request beside it was accepted`)
  return { exchange, control: control ?? exchange }
}

/** The request is answered with 401. */
const gets401 =
  (principal: Principal) =>
  async (tester: Tester): Promise<void> => {
    const { exchange, control } = await of(tester, principal)
    tester.must.answer(exchange, [401], { control })
  }

/** The request is refused, with whatever status says so. */
const isRefusedFor =
  (principal: Principal) =>
  async (tester: Tester): Promise<void> => {
    const { exchange, control } = await of(tester, principal)
    tester.must.answer(exchange, [400, 401, 403, 404], { control })
  }

const scopesOf = (token: string, answer: JsonObject | null): string[] | null => {
  const claims = decodeToken(token)?.payload
  const scope = answer?.scope ?? claims?.scope
  if (typeof scope === 'string') return scope.split(' ').filter(Boolean)
  return Array.isArray(scope) ? scope.map(String) : null
}

/** Holds that a valid token gets no 401 where the other scheme's is served. */
const servedAsWell = (must: Tester['must'], exchange: Exchange, control: Exchange): void => {
  if (statusOf(exchange) === 401 && isAccepted(control))
    must.hold(false, 'A token of one scheme gets 401 where that of the other is served.', {
      expected: 'both tokens are accepted',
      received: describeResponse(exchange),
      exchange,
      control,
    })
}

const expired = (token: string): boolean => {
  const exp = decodeToken(token)?.payload.exp
  return typeof exp !== 'number' || exp * 1000 <= nowMs()
}

export default crossSuite('authentication', {
  each: {
    'auth-missing': isRefusedFor('none'),
    'auth-missing-401': gets401('none'),
    'auth-wrong-scheme': isRefusedFor('wrong-scheme'),
    'auth-not-a-jwt': gets401('not-a-jwt'),
    'auth-altered-signature': gets401('altered-signature'),
    'auth-altered-payload': gets401('altered-payload'),
    'auth-alg-none': gets401('alg-none'),
    'auth-other-key': gets401('other-key'),
    'auth-expired': gets401('expired'),
    'auth-non-global': gets401('nonGlobal'),
    'auth-scope': async (tester) => {
      const { operation } = tester.clause
      const { exchange, control } = await of(tester, 'limited')
      const outcome = await tester.principals.outcome('limited')
      if (!outcome.ok) throw new Undecided(`no token for limited: ${outcome.reason}`)
      const required =
        tester.contract.operations.get(operation)?.scopes ??
        tester.knowledge.profile.operations?.[operation]?.scopes
      if (required === undefined || required === null) {
        tester.must.suppose(
          statusOf(exchange) === 403,
          `the required scope is not shown: declare operations["${operation}"].scopes in the profile`,
        )
      } else {
        const held = scopesOf(outcome.token.reveal(), outcome.response) ?? []
        if (required.some((scope) => held.includes(scope)))
          tester.skip(`the token of limited holds ${required.join(', ')}: supply one that lacks it`)
      }
      if (statusOf(exchange) === 401)
        tester.must.suppose(!expired(outcome.token.reveal()), 'the token of limited may have expired')
      tester.must.answer(exchange, [403], { control })
    },
    'auth-changes-nothing': async (tester) => {
      const { changes, looked, control } = await gauntlet(tester)
      if (control === null && changes.length === 0) throw new Undecided('no valid request was accepted')
      const [change] = changes
      if (looked === 0 && tester.clause.operation === 'phone-templates.update') await tester.templates.read()
      tester.must.suppose(looked > 0, 'no request was refused that could have changed something')
      tester.must.hold(change === undefined, 'A request that was refused changed the tenant all the same.', {
        expected: 'nothing changes',
        received: change === undefined ? '' : describeResponse(change.read),
        exchange: change?.read ?? null,
        control,
        steps: change === undefined ? [] : [change.refused],
      })
    },
    'auth-before-lookup': async (tester) => {
      const { lookup: exchange, control } = await gauntlet(tester)
      if (control === null) throw new Undecided('no valid request was accepted')
      if (exchange === null)
        throw new Undecided('no invalid token gets 401 where the id exists: see auth-not-a-jwt')
      // Validation may come before authentication: a 400 for the path says nothing.
      tester.must.suppose(
        ![400, 422].includes(statusOf(exchange)),
        'the id was refused before the token was looked at',
      )
      tester.must.answer(exchange, [401], { control })
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
      must.suppose(
        outcome.ok,
        outcome.ok ? '' : `${outcome.reason}; TENANT_TOKEN_URL names another token endpoint`,
      )
      const exchange = await call(given.keys())
      if (principals.has('bearer')) servedAsWell(must, exchange, await call(given.keys(), { as: 'bearer' }))
      must.accept(exchange)
    },
    'either-scheme': async ({ given, call, must, principals }) => {
      if (!principals.has('bearer'))
        throw new NotRun(
          'it needs both: supply TENANT_ACCESS_TOKEN beside TENANT_CLIENT_ID and TENANT_CLIENT_SECRET',
        )
      const issued = await call(given.keys())
      const supplied = await call(given.keys(), { as: 'bearer' })
      servedAsWell(must, issued, supplied)
      const token = await principals.outcome('bearer')
      if (statusOf(supplied) === 401)
        must.suppose(token.ok && !expired(token.token.reveal()), 'the supplied token may have expired')
      servedAsWell(must, supplied, issued)
      must.accept(issued, { control: supplied })
      must.accept(supplied, { control: issued })
    },
    'token-is-jwt': async ({ must, principals }) => {
      if (!principals.usesClientCredentials('full'))
        throw new NotRun('no client: supply TENANT_CLIENT_ID and TENANT_CLIENT_SECRET')
      const outcome = await principals.outcome('full')
      if (!outcome.ok) throw new Undecided(outcome.reason)
      must.hold(decodeToken(outcome.token.reveal()) !== null, 'The token is no JWT.', {
        expected: 'three base64url parts, the first two of them JSON objects',
        received: 'a token of another form',
        exchange: outcome.exchange,
      })
    },
    'token-scopes': async ({ must, principals, contract }) => {
      let seen = 0
      for (const principal of ['full', 'bearer', 'limited', 'nonGlobal'] as const) {
        if (!principals.has(principal)) continue
        const outcome = await principals.outcome(principal)
        const scopes = outcome.ok ? scopesOf(outcome.token.reveal(), outcome.response) : null
        if (scopes === null || scopes.length === 0) continue
        seen += 1
        const unknown = scopes.filter((scope) => !contract.scopes.has(scope))
        must.hold(unknown.length === 0, 'A granted scope does not exist.', {
          expected: 'scopes of the table in part 5',
          received: unknown.join(', '),
          exchange: outcome.exchange,
        })
      }
      must.suppose(seen > 0, 'no token shows the scopes that it was granted')
    },
    'token-wrong-secret': async ({ call, must, principals }) => {
      if (principals.usesClientCredentials('full')) {
        const outcome = await principals.outcome('full')
        must.suppose(outcome.ok, 'the right secret was refused as well')
      }
      // Only now is it known how the token endpoint takes the client.
      const request = principals.wrongSecretRequest()
      if (request === null) throw new NotRun('no client: supply TENANT_CLIENT_ID and TENANT_CLIENT_SECRET')
      const exchange = await call(request, { as: 'none' })
      must.suppose(statusOf(exchange) > 0, 'the token endpoint did not answer')
      must.hold(
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
