// Deletes a few pre-provisioned resources in one scenario, and shares the responses among all clauses.
import { type Exchange, statusOf } from '../../base/exchange.ts'
import { uriEncoded } from '../../base/uri.ts'
import type { Resource } from '../../contract/index.ts'
import { isAccepted, orElse, originOf } from '../../oracle/index.ts'
import { fixture, using } from '../fixture.ts'
import { operationRequest } from '../requests/operation-request.ts'
import { otherSpellings, otherTexts } from '../requests/other-ids.ts'
import { invalid, type Request } from '../requests/request.ts'
import { areSparse, nearIds, overLongIds, unknownId } from '../requests/unknown-id.ts'
import { isSupplied } from '../resources/kind.ts'
import type { PreProvisionedResource } from '../resources/pre-provisioned.ts'
import type { TestContext } from '../test-context.ts'
import type { ResourceResponse } from '../under-test/index.ts'
import { subjectOf } from './fixtures/preconditions.ts'
import { type OtherSent, sendOthers, sentIfUnowned, shareOf } from './send-other-ids.ts'

export interface Deletion {
  readonly one: PreProvisionedResource
  readonly deleted: Exchange
}

interface WatchedDeletion extends Deletion {
  /** The repeated deletion at the end of the scenario. Null if a new resource already had the id. */
  readonly later: Exchange | null
}

export interface DeletionScenario {
  readonly plain: WatchedDeletion & {
    /** The deletion, repeated immediately. Null if a new resource already had the id. */
    readonly again: Exchange | null
  }
  /** Deletions of the resources that the scenario took just before and just after the resource of `plain`. */
  readonly neighbours: readonly Deletion[]
  /** Deletions of resources that existed while the run sent requests with similar ids. */
  readonly beside: { readonly overLong: Deletion; readonly near: Deletion; readonly texts: Deletion }
  /** Responses to ids above the maximum length. Empty without a maximum length. */
  readonly overLong: readonly Exchange[]
  readonly near: readonly Exchange[]
  readonly texts: readonly OtherSent[]
  /** Null if the run has no readable resource of another type, or if no request was sent with its id. */
  readonly foreign: { readonly sent: readonly OtherSent[]; readonly after: ResourceResponse } | null
  /** A resource that the scenario took after the deletions. Null if there is none. */
  readonly late: { readonly deletion: Deletion; readonly sent: readonly OtherSent[] } | null
  /**
   * `sameForm` is true if the unknown id looks like existing ids, and existing ids are so sparse that no
   * resource has it.
   */
  readonly unknown: { readonly exchange: Exchange; readonly sameForm: boolean }
  readonly all: readonly WatchedDeletion[]
}

const wanted = 6
const atOnceMax = 3

const deletions = fixture(
  'deletion of *',
  ({ resource }) => (resource !== null && isSupplied(resource) ? [resource] : []),
  async (context, resource) => {
    const scenario = await play(context, resource)
    // Repeats the scenario if the tenant lost the resources, for example in a restart.
    return scenario.all.some(isLost) ? play(context, resource) : scenario
  },
)

export const deletionScenario = using([deletions], (context): Promise<DeletionScenario> => {
  return context.use(deletions, subjectOf(context).resource)
})

function isLost({ one, deleted }: Deletion): boolean {
  return one.created !== null && statusOf(deleted) === 404
}

async function play(context: TestContext, resource: Resource): Promise<DeletionScenario> {
  const { call, contract, seed, subjects, takeSome } = context
  const operation = subjects.operation(resource, 'delete')
  const taken = await takeSome(resource.name, wanted)
  const ids = taken.map(({ id }) => id)
  // The second of three resources has a neighbour on each side.
  const [first, second, third, fourth, fifth, sixth] = taken
  const plain = second !== undefined && third !== undefined ? second : first
  const { maxLength = null } = (operation.idParameter?.schema ?? {}) as { readonly maxLength?: number }
  const charactersMax = maxLength ?? Math.max(...ids.map((id) => id.length))

  const request = (id: string): Request => operationRequest(contract, operation, id, undefined)
  const refused = async (some: readonly string[]): Promise<readonly Exchange[]> => {
    const exchanges: Exchange[] = []
    for (const id of some) {
      const exchange = await sentIfUnowned(call(invalid(request(id))))
      if (exchange !== null) exchanges.push(exchange)
    }
    return exchanges
  }
  const [long, target, whole] = [fourth ?? plain, fifth ?? plain, sixth ?? plain]
  const [tooLong, ...longer] = maxLength === null ? [] : overLongIds(long.id, ids, maxLength)
  const overLong = await refused(tooLong === undefined ? [] : [tooLong, ...shareOf(context, longer)])
  const near = await refused(nearIds(target.id, ids, charactersMax))
  const [sameForm] = await refused([unknownId(ids, charactersMax, seed)])
  const [unknown] = sameForm === undefined ? await refused(['x'.repeat(charactersMax)]) : [sameForm]
  if (unknown === undefined) throw new Error('no request was sent with an unknown id')

  const texts = await sendOthers(context, operation, '', shareOf(context, otherTexts(whole.id, ids)))
  const foreign = await sendForeign(context)

  const order = [plain, ...taken.filter((one) => one !== plain)]
  const all: Deletion[] = []
  const remove = async (one: PreProvisionedResource): Promise<void> => {
    all.push({ one, deleted: await call(request(one.id)) })
  }
  const probe = ({ id }: PreProvisionedResource): Promise<Exchange> =>
    call({ ...request(id), intent: 'probe' })
  await remove(plain)
  const again = await probe(plain)
  const others = order.slice(1)
  const atOnce = context.cases(others.slice(-atOnceMax), 'further')
  for (const one of others.slice(0, others.length - atOnce.length)) await remove(one)
  await Promise.all(atOnce.map(remove))
  // Taking another resource may create one, and a creation must not bring back deleted resources.
  const [last] = await takeSome(resource.name, 1).catch(orElse([]))
  const spellings = last === undefined ? [] : otherSpellings(last.id, plain.id, [...ids, last.id])
  const sent = await sendOthers(context, operation, '', shareOf(context, spellings))
  if (last !== undefined) await remove(last)
  // A faulty tenant may bring back only the oldest or the newest resource.
  const laterProbes = new Map<PreProvisionedResource, Exchange>()
  for (const { one } of all) laterProbes.set(one, await probe(one))
  // A response after the reuse of the id is not about the deleted resource.
  const told = ({ givenAgain }: PreProvisionedResource, exchange: Exchange): Exchange | null => {
    const next = givenAgain()
    const answeredAtMs = exchange.startedAtMs + exchange.durationMs
    return next === null || next.startedAtMs >= answeredAtMs ? exchange : null
  }
  const watched = all.map((deletion): WatchedDeletion => {
    const later = laterProbes.get(deletion.one) ?? null
    return { ...deletion, later: later === null ? null : told(deletion.one, later) }
  })
  const of = (one: PreProvisionedResource): WatchedDeletion =>
    watched.find((deletion) => deletion.one === one) as WatchedDeletion
  return {
    plain: { ...of(plain), again: told(plain, again) },
    neighbours: [first, second, third].flatMap((one) =>
      one === undefined || one === plain ? [] : [of(one)],
    ),
    beside: { overLong: of(long), near: of(target), texts: of(whole) },
    overLong,
    near,
    texts,
    foreign,
    late: last === undefined ? null : { deletion: of(last), sent },
    unknown: { exchange: unknown, sameForm: sameForm !== undefined && areSparse(ids) },
    all: watched,
  }
}

async function sendForeign(context: TestContext): Promise<DeletionScenario['foreign']> {
  const { contract, subjects } = context
  const { operation, resource } = subjectOf(context)
  const other = [...contract.resources.values()].find(
    (one) =>
      one !== resource &&
      !one.singleton &&
      one.life.create !== undefined &&
      (one.life.read ?? one.readBy) !== null,
  )
  if (other === undefined) return null
  const [subject] = await subjects.make(other).then((one) => [one], orElse([]))
  if (subject === undefined) return null
  // If a read fails already now, a later 404 proves nothing.
  if (!(await subject.look()).accepted) return null
  const id = { how: `of a resource of another type (${other.title})`, segment: uriEncoded(subject.id) }
  const sent = await sendOthers(context, operation, '', [id])
  if (sent.length === 0) return null
  return { sent, after: await subject.look() }
}

/** @throws Inconclusive after 401, 403, 5xx or no response, and after 404 for a supplied resource */
export const served = using([deletionScenario], async (context): Promise<DeletionScenario> => {
  const { must } = context
  const { operation, resource } = subjectOf(context)
  const scenario = await deletionScenario(context)
  const { one, deleted } = scenario.plain
  const status = statusOf(deleted)
  const scope = operation.scopes?.length
    ? `: the operation needs the scope ${operation.scopes.join(' or ')}`
    : ''
  must.assume(
    one.created !== null || status !== 404,
    `the supplied ${resource.title} ${one.id} does not exist`,
    'user',
  )
  must.assume(status !== 401 && status !== 403, `the tenant refused the token with full access${scope}`)
  must.assume(
    status > 0 && status < 500,
    'the tenant did not serve the request: see the clause accepts',
    'failing',
  )
  return scenario
})

/** @throws Inconclusive if the tenant refused the first deletion, or accepted the repeated deletion */
export const carriedOut = using([served], async (context): Promise<DeletionScenario> => {
  const scenario = await served(context)
  const { deleted, again } = scenario.plain
  context.must.assume(
    isAccepted(deleted) && (again === null || !isAccepted(again)),
    'the tenant refused the deletion, or accepted it twice',
  )
  return scenario
})

export function mustHaveSurvived(
  context: TestContext,
  message: string,
  { one, deleted }: Deletion,
  control: Exchange,
  steps: readonly Exchange[],
): void {
  const { must } = context
  const { title } = subjectOf(context).resource
  const status = statusOf(deleted)
  must.assume(one.created !== null || status !== 404, `the supplied ${title} may not have existed`, 'user')
  must.assume(
    status === 404 || isAccepted(deleted),
    `the deletion of the ${title} got ${status}`,
    originOf(deleted),
  )
  must.that(status !== 404, message, {
    expected: `the ${title} still exists and can be deleted`,
    received: `status ${status}`,
    exchange: deleted,
    control,
    steps,
  })
}
