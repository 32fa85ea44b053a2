// Deleting what no operation creates: ones are few, so that one pass over some of them shows all that clauses of it ask for.
import { type Exchange, statusOf } from '../../base/exchange.ts'
import { uriEncoded } from '../../base/uri.ts'
import type { Resource } from '../../contract/index.ts'
import { isAccepted, orElse, originOf } from '../../oracle/index.ts'
import { fixture } from '../fixture.ts'
import { operationRequest } from '../requests/operation-request.ts'
import { otherSpellings, otherTexts } from '../requests/other-ids.ts'
import { invalid, type Request } from '../requests/request.ts'
import { areSparse, nearIds, overLongIds, unknownId } from '../requests/unknown-id.ts'
import type { Supplied } from '../resources/supply.ts'
import type { Seen } from '../subjects/index.ts'
import type { Tester } from '../tester.ts'
import { subjectOf } from './premises.ts'
import { type OtherSent, sendOthers, sentIfUnowned, shareOf } from './sent-others.ts'

/** How one was deleted. */
export interface Deletion {
  readonly one: Supplied
  readonly deleted: Exchange
}

/** The same, and the same request after all the others. */
interface WatchedDeletion extends Deletion {
  /** Null where the id was given to another one before the tenant had answered. */
  readonly later: Exchange | null
}

/** What the pass showed. */
export interface DeletionScenario {
  /** Deleted first, between two neighbours. */
  readonly plain: WatchedDeletion & {
    /** The same request at once again; null as above. */ readonly again: Exchange | null
  }
  /** Made before and after it, where there are enough. */
  readonly neighbours: readonly Deletion[]
  /** Existed while ids were sent that begin as its own and are too long, and ids next to its own. */
  readonly beside: { readonly overLong: Deletion; readonly near: Deletion; readonly texts: Deletion }
  /** Requests for ids that are longer than the path's schema allows; none where it has no limit. */
  readonly overLong: readonly Exchange[]
  /** Requests for ids of another form that name nothing. */
  readonly near: readonly Exchange[]
  /** Requests whose ids are less, more or other than that of one. */
  readonly texts: readonly OtherSent[]
  /** A request for the id of another kind of resource, and how that is shown afterwards; null where there is none. */
  readonly foreign: { readonly sent: readonly OtherSent[]; readonly after: Seen } | null
  /** Made after the others were deleted, its id sent as it is not written; null where there was none. */
  readonly late: { readonly deletion: Deletion; readonly sent: readonly OtherSent[] } | null
  /** A request for an id of the same form that names nothing; of another form where ids lie close together. */
  readonly unknown: { readonly exchange: Exchange; readonly sameForm: boolean }
  readonly all: readonly WatchedDeletion[]
}

const wanted = 6
const atOnceMax = 3

/** The pass of the clause's resource, played once for all clauses. */
export function deletionScenario(tester: Tester): Promise<DeletionScenario> {
  return tester.use(deletions, subjectOf(tester).resource)
}

const deletions = fixture(
  ({ name }: Resource) => `deletion of ${name}`,
  async (tester, resource) => {
    const scenario = await play(tester, resource)
    // A tenant that was restarted meanwhile has lost them as well, once.
    return scenario.all.some(isLost) ? play(tester, resource) : scenario
  },
)

/** Whether one that the run made was gone before it was deleted. */
function isLost({ one, deleted }: Deletion): boolean {
  return one.created !== null && statusOf(deleted) === 404
}

async function play(tester: Tester, resource: Resource): Promise<DeletionScenario> {
  const { call, contract, seed, subjects, takeSome } = tester
  const operation = subjects.operation(resource, 'delete')
  const taken = await takeSome(resource.name, wanted)
  const ids = taken.map(({ id }) => id)
  // The one in the middle, so that a neighbour on either side would be missed.
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
  const overLong = await refused(
    tooLong === undefined ? [] : [tooLong, ...shareOf(tester, operation, longer)],
  )
  const near = await refused(nearIds(target.id, ids, charactersMax))
  const [sameForm] = await refused([unknownId(ids, charactersMax, seed)])
  const [unknown] = sameForm === undefined ? await refused(['x'.repeat(charactersMax)]) : [sameForm]
  if (unknown === undefined) throw new Error('an id that was not asked for')

  const texts = await sendOthers(tester, operation, '', shareOf(tester, operation, otherTexts(whole.id, ids)))
  const foreign = await sendForeign(tester)

  const order = [plain, ...taken.filter((one) => one !== plain)]
  const all: Deletion[] = []
  const remove = async (one: Supplied): Promise<void> => {
    all.push({ one, deleted: await call(request(one.id)) })
  }
  const probe = ({ id }: Supplied): Promise<Exchange> => call({ ...request(id), intent: 'probe' })
  await remove(plain)
  const again = await probe(plain)
  // A deep run deletes the last ones at the same time.
  const others = order.slice(1)
  const atOnce = tester.inDepth(others.slice(-atOnceMax))
  for (const one of others.slice(0, others.length - atOnce.length)) await remove(one)
  await Promise.all(atOnce.map(remove))
  // What is made after deletions brings nothing back.
  const [last] = await takeSome(resource.name, 1).catch(orElse([]))
  const spellings = last === undefined ? [] : otherSpellings(last.id, plain.id, [...ids, last.id])
  const sent = await sendOthers(tester, operation, '', shareOf(tester, operation, spellings))
  if (last !== undefined) await remove(last)
  // Of each, as a tenant may carry out some of them alone, and bring back the oldest or the newest.
  const laters = new Map<Supplied, Exchange>()
  for (const { one } of all) laters.set(one, await probe(one))
  // Of an id that another one has by then nothing is said of the first.
  const told = ({ givenAgain }: Supplied, exchange: Exchange): Exchange | null => {
    const next = givenAgain()
    const answeredAtMs = exchange.startedAtMs + exchange.durationMs
    return next === null || next.startedAtMs >= answeredAtMs ? exchange : null
  }
  const watched = all.map((deletion): WatchedDeletion => {
    const later = laters.get(deletion.one) ?? null
    return { ...deletion, later: later === null ? null : told(deletion.one, later) }
  })
  const of = (one: Supplied): WatchedDeletion =>
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

/** The same request for the id of one of another kind, which the run makes; null where it makes none. */
async function sendForeign(tester: Tester): Promise<DeletionScenario['foreign']> {
  const { contract, subjects } = tester
  const { operation, resource } = subjectOf(tester)
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
  // Found now, so that it is seen where it is no longer.
  if (!(await subject.look()).accepted) return null
  const id = { how: `of one of another kind (${other.title})`, segment: uriEncoded(subject.id) }
  const sent = await sendOthers(tester, operation, '', [id])
  if (sent.length === 0) return null
  return { sent, after: await subject.look() }
}

/** The pass, whose first deletion was answered as that of an existing one may be. */
export async function served(tester: Tester): Promise<DeletionScenario> {
  const { must } = tester
  const { operation, resource } = subjectOf(tester)
  const scenario = await deletionScenario(tester)
  const { one, deleted } = scenario.plain
  const status = statusOf(deleted)
  const scope = operation.scopes?.length ? `: it needs the scope ${operation.scopes.join(' or ')}` : ''
  must.assume(
    one.created !== null || status !== 404,
    `the supplied ${resource.title} ${one.id} does not exist`,
    'user',
  )
  must.assume(status !== 401 && status !== 403, `the tenant refused the token of full${scope}`)
  must.assume(
    status > 0 && status < 500,
    'the tenant did not serve the request: see the clause that asks for it to be accepted',
    'failing',
  )
  return scenario
}

/** The pass, whose first deletion did delete: it was accepted, and not accepted again. */
export async function carriedOut(tester: Tester): Promise<DeletionScenario> {
  const scenario = await served(tester)
  const { deleted, again } = scenario.plain
  tester.must.assume(
    isAccepted(deleted) && (again === null || !isAccepted(again)),
    'no deletion was accepted that was not accepted again',
  )
  return scenario
}

/** One that was there before other requests was still there after them. */
export function mustHaveSurvived(
  tester: Tester,
  message: string,
  { one, deleted }: Deletion,
  control: Exchange,
  steps: readonly Exchange[],
): void {
  const { must } = tester
  const { title } = subjectOf(tester).resource
  const status = statusOf(deleted)
  must.assume(
    one.created !== null || status !== 404,
    `the supplied one (${title}) may not have existed`,
    'user',
  )
  must.assume(
    status === 404 || isAccepted(deleted),
    `its deletion was answered with ${status}`,
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
