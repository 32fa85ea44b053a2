// Ids that name nothing: too short, too long, and as long as those that there are.
import { describeResponse, statusOf } from '../../base/exchange.ts'
import { operationOf } from '../../contract/index.ts'
import { isUnavailable, NotApplicable, NotRun } from '../../oracle/index.ts'
import { areSparse, haveNoNeighbours, overLongIds, unknownId } from '../requests/unknown-id.ts'
import type { Collection, Driver, Seen, Subject } from '../subjects/index.ts'
import type { Tester } from '../tester.ts'
import type { UpdateLaw } from './update.ts'

interface Named {
  readonly subject: Subject
  /** A read of it, before any other id is sent: the control. */
  readonly before: Seen
  /** Its id and another one. */
  readonly ids: readonly string[]
}

/** Of what there is the ids are known, from which others are made that name nothing. */
function namedOnes({ once }: Tester, { resource }: Collection<Driver>): Promise<Named> {
  return once(`ids of ${resource.name}`, async (shared) => {
    const all = shared.resource(resource.name)
    const [subject, other] = [await all.any(), await all.any()]
    return { subject, before: await subject.read(), ids: [subject.id, other.id] }
  })
}

/** What the schema of an id in a path says of its length: one of another length is refused, and nothing is changed by it. */
export const idLength: UpdateLaw = async (tester, all) => {
  const { call, must, requests, contract, clause } = tester
  const operation = operationOf(contract, clause.operation)
  const { minLength = 0, maxLength } = operation.idParameter?.schema ?? {}
  if (typeof maxLength !== 'number') throw new NotApplicable('the schema of its id sets no length')
  const { subject, before, ids } = await namedOnes(tester, all)
  const short = Number(minLength) - 1
  const tooShort = haveNoNeighbours(ids) ? subject.id.slice(0, short) : 'x'.repeat(Math.max(0, short))
  for (const id of [...(short > 0 ? [tooShort] : []), ...overLongIds(subject.id, ids, maxLength)]) {
    const body = operation.request === null ? undefined : all.named(requests.name())
    const request = { ...requests.of(operation.name, id, body), intent: 'invalid' } as const
    must.refuse(await call(request), { control: before.exchange, of: 'path' })
  }
  must.beUnchanged(before, await subject.read(), all.settable, { control: before.exchange })
}

/** An update of one that was removed is refused, and does not bring it back. */
export const removed: UpdateLaw = async ({ inapplicable, must, patience, requests }, all) => {
  if (!all.removable) return inapplicable(`nothing removes ${all.resource.title}`)
  const [gone, control] = [await all.any(), await all.any()]
  const { exchange: served } = await control.read()
  await all.remove([gone])
  const look = () => gone.update(all.named(requests.name()), { intent: 'invalid' })
  const isThere = ({ accepted }: Seen): boolean => !accepted
  const what = `${all.resource.name} as removed`
  const { exchange } = await patience.until(await look(), { what, look, isThere })
  must.refuse(exchange, { control: served, of: 'path' })
}

/** An update of what is not there is refused. */
export const unknown =
  (characters: number, openPoint: string): UpdateLaw =>
  async (tester, all) => {
    const { call, must, requests, knowledge, seed } = tester
    const { before, ids } = await namedOnes(tester, all)
    const { exchange: control } = before
    if (!areSparse(ids))
      throw new NotRun('ids of this tenant lie close together, so that an unknown one may be somebody else’s')
    const id = unknownId(ids, characters, seed)
    const exchange = await call({ ...all.update(id, all.named(requests.name())), intent: 'invalid' })
    knowledge.observe(openPoint, statusOf(exchange))
    must.assume(!isUnavailable(exchange), `it was answered with ${statusOf(exchange)}`)
    const status = statusOf(exchange)
    must.that(
      status < 300 || (status >= 400 && status < 500),
      `An unknown ${all.resource.title} was not refused with a 4xx status.`,
      {
        expected: 'a 4xx status',
        received: describeResponse(exchange),
        exchange,
        control,
      },
    )
    must.refuse(exchange, { control, of: 'path' })
  }
