// Deleting a rate limit policy (part 4.1, the life of a policy in part 3).
import {
  type Exchange,
  invalid,
  isAccepted,
  NotRun,
  type Policy,
  statusOf,
  suite,
  type Tester,
  Undecided,
} from '../src/engine/index.ts'

/** What one pass over a few policies showed. Policies may be scarce: all clauses are judged from the same pass. */
interface Life {
  readonly policy: Policy
  readonly ids: readonly string[]
  /** Requests for ids that are near to that of the policy but name none, sent while it existed. */
  readonly nearMisses: readonly Exchange[]
  /** The same for ids that are too long. */
  readonly overLong: readonly Exchange[]
  readonly deleted: Exchange
  readonly again: Exchange
  /** Policies made before and after that one, deleted after it. */
  readonly others: readonly { readonly policy: Policy; readonly deleted: Exchange }[]
}

const idCharactersMax = 26

const life = ({ once }: Tester): Promise<Life> =>
  once('policy-life', async (tester) => {
    const { existing, call, given, knowledge } = tester
    const policies = [await existing.policy()]
    while (policies.length < 3) {
      const next = await existing.policy().catch(absent)
      if (next === null) break
      policies.push(next)
    }
    // The one in the middle, so that a neighbour on either side would be missed.
    const [policy, ...others] = policies.length === 3 ? rotate(policies) : policies
    if (policy === undefined) throw new NotRun('no policy')
    const probe = async (id: string): Promise<Exchange> => call(invalid(given.deletion(id)))
    const nearMisses: Exchange[] = []
    for (const id of nearIds(policy.id)) nearMisses.push(await probe(id))
    const overLong: Exchange[] = []
    for (const id of [
      policy.id.padEnd(idCharactersMax + 1, 'x'),
      policy.id + policy.id.padEnd(idCharactersMax, 'x'),
    ])
      overLong.push(await probe(id))
    for (const exchange of overLong) knowledge.observe('over-long-policy-id', statusOf(exchange))

    const deleted = await call(given.deletion(policy.id))
    if (isAccepted(deleted)) existing.gone(policy)
    const again = await call({ ...given.deletion(policy.id), intent: 'probe' })
    const rest: { policy: Policy; deleted: Exchange }[] = []
    for (const other of others) {
      const exchange = await call(given.deletion(other.id))
      if (isAccepted(exchange)) existing.gone(other)
      rest.push({ policy: other, deleted: exchange })
    }
    return {
      policy,
      ids: policies.filter(({ made }) => made).map(({ id }) => id),
      nearMisses,
      overLong,
      deleted,
      again,
      others: rest,
    }
  })

const absent = (error: unknown): null => {
  if (error instanceof NotRun || error instanceof Undecided) return null
  throw error
}

const rotate = ([first, middle, last]: readonly Policy[]): Policy[] =>
  [middle, first, last].filter((policy) => policy !== undefined)

/** Ids that differ from `id` in its last characters: shorter, longer, altered; none that is too long. */
const nearIds = (id: string): string[] => {
  const last = id.at(-1) === 'a' ? 'b' : 'a'
  return [
    `${id.slice(0, -1)}${last}`,
    ...(id.length > 1 ? [id.slice(0, -1)] : []),
    ...(id.length < idCharactersMax ? [`${id}${last}`] : []),
  ]
}

/** The pass, of which the delete was answered as a delete of an existing policy may be. */
const deletion = async (tester: Tester): Promise<Life> => {
  const seen = await life(tester)
  const status = statusOf(seen.deleted)
  const { must } = tester
  must.suppose(seen.policy.made || status !== 404, `the supplied policy ${seen.policy.id} does not exist`)
  must.suppose(
    status !== 401 && status !== 403,
    'the tenant refused the token of full: it needs the scope delete:rate_limit_policies',
  )
  must.suppose(status > 0 && status < 500, 'the tenant did not serve the request: see the clause accepts')
  return seen
}

/** The pass, of which a delete did delete: it was accepted and the policy was gone after it. */
const realDeletion = async (tester: Tester): Promise<Life> => {
  const seen = await deletion(tester)
  tester.must.suppose(
    isAccepted(seen.deleted) && !isAccepted(seen.again),
    'no delete was accepted that was not accepted again',
  )
  return seen
}

export default suite('rate-limit-policies.delete', {
  accepts: async (tester) => {
    const { deleted, again, policy } = await deletion(tester)
    if (isAccepted(deleted)) tester.must.suppose(!isAccepted(again), 'the same policy could be deleted twice')
    // Of a policy that the run did not make it is not sure that it exists, nor that its id is one.
    else
      tester.must.suppose(
        policy.made,
        `the supplied policy ${policy.id} was answered with ${statusOf(deleted)}`,
      )
    tester.must.hold(statusOf(deleted) === 204, 'Deleting an existing policy was not answered with 204.', {
      expected: 'status 204',
      received: `status ${statusOf(deleted)}`,
      exchange: deleted,
    })
  },
  'no-body': async (tester) => {
    const { deleted } = await realDeletion(tester)
    const headers = deleted.response?.headers ?? {}
    const bodyBytes = deleted.response?.bodyBytes ?? 0
    const length = Number(headers['content-length'] ?? 0)
    tester.must.hold(bodyBytes === 0 && length === 0, 'The answer to a delete has a body.', {
      expected: 'no body',
      received: `${Math.max(bodyBytes, length)} bytes`,
      exchange: deleted,
    })
  },
  'deleted-404': async (tester) => {
    const { deleted, again } = await deletion(tester)
    tester.must.suppose(isAccepted(deleted), 'no policy could be deleted')
    tester.must.answer(again, [404], { control: deleted })
  },
  'unknown-404': async (tester) => {
    const { nearMisses, deleted } = await life(tester)
    for (const exchange of nearMisses) tester.must.answer(exchange, [404], { control: deleted })
  },
  'policies-independent': async (tester) => {
    const { others, deleted, policy } = await realDeletion(tester)
    if (others.length === 0)
      tester.skip('it needs a second rate limit policy: supply two in TENANT_RATE_LIMIT_POLICY_IDS')
    for (const other of others) {
      const status = statusOf(other.deleted)
      tester.must.suppose(
        other.policy.made || status !== 404 || policy.made,
        'the supplied policies may not have existed',
      )
      tester.must.suppose(
        status === 404 || isAccepted(other.deleted),
        `the other policy was answered with ${status}`,
      )
      tester.must.hold(status !== 404, 'Deleting one policy removed another one.', {
        expected: 'the other policy still exists and can be deleted',
        received: `status ${status}`,
        exchange: other.deleted,
        control: deleted,
        steps: [deleted],
      })
    }
  },
  'path-id-length': async (tester) => {
    const { overLong, deleted } = await life(tester)
    for (const exchange of overLong) tester.must.refuse(exchange, { control: deleted, of: 'path' })
  },
  'returned-id': async (tester) => {
    const { ids } = await life(tester)
    if (ids.length === 0)
      tester.skip(
        'it needs a policy that the run makes: declare fixtures.createRateLimitPolicy in the profile',
      )
    for (const id of ids)
      tester.must.hold([...id].length <= idCharactersMax, 'The id of a policy is too long.', {
        expected: 'at most 26 characters',
        received: `${[...id].length} characters: ${id}`,
        exchange: null,
      })
  },
})
