// Deleting a rate limit policy (part 4.1, the life of a policy in part 3).
import {
  areSparse,
  type Exchange,
  Inconclusive,
  invalid,
  isAccepted,
  NotRun,
  nearIds,
  overLongIds,
  type Supplied as Policy,
  statusOf,
  suite,
  type Tester,
  unknownId,
} from '../src/engine/index.ts'

const idCharactersMax = 26

/** How one policy was deleted. */
interface Deletion {
  readonly policy: Policy
  readonly deleted: Exchange
  /** The same request at once again, and after all the others. */
  readonly again: Exchange
  readonly later: Exchange
}

/** What one pass over a few policies showed. Policies may be scarce: all clauses are judged from the same pass. */
interface Life {
  /** Deleted first, between two neighbours. */
  readonly plain: Deletion
  /** Made before and after it, where there are enough policies. */
  readonly neighbours: readonly Deletion[]
  /** Existed while ids were sent that are too long by one character and more. */
  readonly beside: { readonly overLong: Deletion; readonly near: Deletion }
  readonly overLong: readonly Exchange[]
  /** Requests for ids of another form that name no policy, sent while one existed that is next to them. */
  readonly near: readonly Exchange[]
  /** A request for an id of the same form that names no policy; of another form where ids lie close together. */
  readonly unknown: { readonly exchange: Exchange; readonly sameForm: boolean }
  readonly all: readonly Deletion[]
}

const life = ({ once }: Tester): Promise<Life> =>
  once('policy-life', async (tester) => {
    const { call, given, knowledge, seed } = tester
    const policies = [await tester.take('rate-limit-policies')]
    while (policies.length < 5) {
      const next = await tester.take('rate-limit-policies').catch(absent)
      if (next === null) break
      policies.push(next)
    }
    const ids = policies.map(({ id }) => id)
    // The one in the middle, so that a neighbour on either side would be missed.
    const [first, second, third, fourth, fifth] = policies
    const plain = second !== undefined && third !== undefined ? second : first
    if (plain === undefined || first === undefined) throw new NotRun('no policy')
    const probe = async (id: string): Promise<Exchange> => call(invalid(given.deletion(id)))

    const overLong: Exchange[] = []
    for (const id of overLongIds((fourth ?? plain).id, ids, idCharactersMax)) overLong.push(await probe(id))
    for (const exchange of overLong) knowledge.observe('over-long-policy-id', statusOf(exchange))
    const near: Exchange[] = []
    const target = fifth ?? plain
    for (const id of nearIds(target.id, ids, idCharactersMax)) near.push(await probe(id))
    const unknown = await probe(unknownId(ids, idCharactersMax, seed))

    const order = [plain, ...policies.filter((policy) => policy !== plain)]
    const half: Omit<Deletion, 'later'>[] = []
    for (const policy of order) {
      const deleted = await call(given.deletion(policy.id))
      half.push({ policy, deleted, again: await call({ ...given.deletion(policy.id), intent: 'probe' }) })
    }
    const all: Deletion[] = []
    for (const one of half)
      all.push({ ...one, later: await call({ ...given.deletion(one.policy.id), intent: 'probe' }) })
    const of = (policy: Policy): Deletion => {
      const found = all.find((deletion) => deletion.policy === policy)
      if (found === undefined) throw new Error('a policy without its deletion')
      return found
    }
    return {
      plain: of(plain),
      neighbours: [first, second, third].flatMap((policy) =>
        policy === undefined || policy === plain ? [] : [of(policy)],
      ),
      beside: { overLong: of(fourth ?? plain), near: of(target) },
      overLong,
      near,
      unknown: { exchange: unknown, sameForm: areSparse(ids) },
      all,
    }
  })

const absent = (error: unknown): null => {
  if (error instanceof NotRun || error instanceof Inconclusive) return null
  throw error
}

/** The pass, whose first delete was answered as a delete of an existing policy may be. */
const deletion = async (tester: Tester): Promise<Life> => {
  const seen = await life(tester)
  const { policy, deleted } = seen.plain
  const status = statusOf(deleted)
  const { must } = tester
  must.assume(policy.created !== null || status !== 404, `the supplied policy ${policy.id} does not exist`)
  must.assume(
    status !== 401 && status !== 403,
    'the tenant refused the token of full: it needs the scope delete:rate_limit_policies',
  )
  must.assume(status > 0 && status < 500, 'the tenant did not serve the request: see the clause accepts')
  return seen
}

/** The pass, whose first delete did delete: it was accepted, and not accepted again. */
const realDeletion = async (tester: Tester): Promise<Life> => {
  const seen = await deletion(tester)
  tester.must.assume(
    isAccepted(seen.plain.deleted) && !isAccepted(seen.plain.again),
    'no delete was accepted that was not accepted again',
  )
  return seen
}

/** A policy that was there before other requests was still there after them. */
const survived = (
  { must }: Tester,
  message: string,
  { policy, deleted }: Deletion,
  control: Exchange,
  steps: readonly Exchange[],
): void => {
  const status = statusOf(deleted)
  must.assume(policy.created !== null || status !== 404, 'the supplied policies may not have existed')
  must.assume(status === 404 || isAccepted(deleted), `the policy was answered with ${status}`)
  must.that(status !== 404, message, {
    expected: 'the policy still exists and can be deleted',
    received: `status ${status}`,
    exchange: deleted,
    control,
    steps,
  })
}

export default suite('rate-limit-policies.delete', {
  accepts: async (tester) => {
    const { plain } = await deletion(tester)
    const { deleted, again, policy } = plain
    if (isAccepted(deleted)) tester.must.assume(!isAccepted(again), 'the same policy could be deleted twice')
    // Of a policy that the run did not make it is not sure that it exists, nor that its id is one.
    else
      tester.must.assume(
        policy.created !== null,
        `the supplied policy ${policy.id} was answered with ${statusOf(deleted)}`,
      )
    tester.must.haveStatus(deleted, [204])
  },
  'no-body': async (tester) => {
    const { all } = await realDeletion(tester)
    for (const { deleted } of all) {
      if (!isAccepted(deleted)) continue
      const headers = deleted.response?.headers ?? {}
      const bodyBytes = deleted.response?.bodyBytes ?? 0
      const length = Number(headers['content-length'] ?? 0)
      tester.must.that(bodyBytes === 0 && length === 0, 'The response to a delete has a body.', {
        expected: 'no body',
        received: `${Math.max(bodyBytes, length)} bytes`,
        exchange: deleted,
      })
    }
  },
  'deleted-404': async (tester) => {
    const { plain, all } = await deletion(tester)
    tester.must.assume(isAccepted(plain.deleted), 'no policy could be deleted')
    for (const { deleted, again, later } of all) {
      if (!isAccepted(deleted)) continue
      tester.must.haveStatus(again, [404], { control: deleted })
      tester.must.haveStatus(later, [404], { control: deleted })
    }
  },
  'unknown-404': async (tester) => {
    const { unknown, near, plain } = await life(tester)
    const { exchange, sameForm } = unknown
    tester.must.assume(
      sameForm || isAccepted(exchange) || statusOf(exchange) === 404,
      `ids of this tenant lie close together, so that only one of another form was tried: ${statusOf(exchange)} says nothing`,
    )
    tester.must.haveStatus(exchange, [404], { control: plain.deleted })
    for (const other of near) tester.must.refuse(other, { control: plain.deleted, of: 'path' })
  },
  'policies-independent': async (tester) => {
    const { plain, neighbours, near, beside } = await realDeletion(tester)
    if (neighbours.length === 0)
      tester.skip('it needs a second rate limit policy: supply two in TENANT_RATE_LIMIT_POLICY_IDS')
    const message = 'Deleting one policy removed another one.'
    for (const neighbour of neighbours) survived(tester, message, neighbour, plain.deleted, [plain.deleted])
    // Its id is next to those that were sent.
    if (beside.near !== plain) survived(tester, message, beside.near, plain.deleted, near)
  },
  'path-id-length': async (tester) => {
    const { overLong, plain, beside } = await life(tester)
    for (const exchange of overLong) tester.must.refuse(exchange, { control: plain.deleted, of: 'path' })
    const message = 'A request with an id that is too long deleted the policy whose id it begins with.'
    if (beside.overLong.policy.created !== null)
      survived(tester, message, beside.overLong, plain.deleted, overLong)
  },
  'returned-id': async (tester) => {
    const { all } = await life(tester)
    const real = all.filter(({ policy, deleted }) => policy.created !== null || isAccepted(deleted))
    tester.must.assume(real.length > 0, 'no policy was deleted whose id could be looked at')
    for (const { policy, deleted } of real)
      tester.must.that([...policy.id].length <= idCharactersMax, 'The id of a policy is too long.', {
        expected: 'at most 26 characters',
        received: `${[...policy.id].length} characters: ${policy.id}`,
        exchange: isAccepted(deleted) ? deleted : null,
      })
  },
})
