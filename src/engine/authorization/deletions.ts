// The matrix of a deletion: what is still there after the requests that were refused can be deleted.
import { describeResponse, statusOf } from '../../base/exchange.ts'
import type { Operation } from '../../contract/index.ts'
import type { Attempt } from '../../oracle/index.ts'
import type { Principal } from '../requests/principal.ts'
import type { Request } from '../requests/request.ts'
import type { Tester } from '../tester.ts'
import { lookup, type Matrix, principals, refusedOnes, underEach } from './each.ts'

export async function deletions(check: Tester, operation: Operation): Promise<Matrix> {
  const { call, requests, subjects } = check
  const resource = subjects.resourceOf(operation)
  const { life, title } = resource
  // Of one that was given it is not certain that it exists.
  const take = async (): Promise<{ readonly id: string; readonly certain: boolean }> => {
    if (life.create !== undefined) return { id: (await subjects.make(resource)).key, certain: true }
    const { id, created } = await check.take(resource.name)
    return { id, certain: created !== null }
  }
  const deletion = (id: string): Request => requests.of(operation.name, id)
  let one = await take()
  const by = new Map<Principal, Attempt>()
  for (const principal of principals) {
    const [entry] = await underEach(check, () => deletion(one.id), [principal])
    if (entry === undefined) continue
    by.set(principal, entry[1])
    // A principal that could delete it leaves nothing to refuse to the next one.
    if (entry[1].accepted) one = await take()
  }
  const control = await call({ ...deletion(one.id), intent: one.certain ? 'valid' : 'probe' })
  // Gone, if deletions are answered as they should be at all: another one shows it.
  const other = statusOf(control) === 404 && one.certain ? await take() : null
  const plain = other === null ? null : await call(deletion(other.id))
  const vanished = plain?.accepted ?? false
  return {
    by,
    control: control.accepted ? control : vanished ? plain : null,
    compare:
      !control.accepted && !vanished
        ? null
        : ({ must }) =>
            must.that(!vanished, `A request that was refused deleted the ${title}.`, {
              expected: `the ${title} still exists and can be deleted`,
              received: describeResponse(control),
              exchange: control,
              control: plain,
              steps: refusedOnes(by),
            }),
    lookup: await lookup(check, deletion(one.id), by),
  }
}
