// The authorization matrix of a deletion.
import { describeResponse, isClientError, statusOf } from '../../base/exchange.ts'
import type { Operation } from '../../contract/index.ts'
import type { Principal } from '../requests/principal-name.ts'
import type { Request } from '../requests/request.ts'
import type { Tester } from '../tester.ts'
import {
  acceptedOf,
  atOnce,
  bySupplied,
  lookup,
  type Matrix,
  principalsOf,
  refusedOnes,
  underEach,
} from './each.ts'
import { type Asked, askGenuine } from './genuine.ts'

export async function deletions(check: Tester, operation: Operation): Promise<Matrix> {
  const { call, requests, subjects } = check
  const resource = subjects.resourceOf(operation)
  const { life, title } = resource
  // A supplied resource may not exist.
  const take = async (): Promise<{ readonly id: string; readonly certain: boolean }> => {
    if (life.create !== undefined) return { id: (await subjects.make(resource)).key, certain: true }
    const { id, created } = await check.take(resource.name)
    return { id, certain: created !== null }
  }
  const deletion = (id: string): Request => requests.of(operation.name, id)
  let one = await take()
  const asked: Asked[] = []
  const ask = async (principals: readonly Principal[]): Promise<void> => {
    const answered = await underEach(check, () => deletion(one.id), principals)
    const accepted = answered.filter(({ attempt }) => attempt.accepted)
    // After an accepted deletion, 404 proves nothing: the others try again, each alone on another resource.
    if (accepted.length > 0) one = await take()
    const isTold = (entry: Asked): boolean =>
      accepted.length === 0 || entry.attempt.accepted || answered.length === 1
    asked.push(...answered.filter(isTold))
    for (const { principal } of answered.filter((entry) => !isTold(entry))) await ask([principal])
  }
  const principals = await principalsOf(check, operation)
  for (let from = 0; from < principals.length; from += atOnce)
    await ask(principals.slice(from, from + atOnce))
  // Supplied resources are too few for this.
  const genuine = one.certain ? await askGenuine(check, () => deletion(one.id)) : null
  const deleted = genuine === null ? null : acceptedOf(genuine)
  if (genuine !== null) asked.push(...genuine.asked)
  if (deleted === null && genuine?.asked.some(({ attempt }) => !isClientError(attempt))) one = await take()
  const control = deleted ?? (await call({ ...deletion(one.id), intent: one.certain ? 'valid' : 'probe' }))
  // A deleted resource is not found, whichever token asks.
  await bySupplied(check, (as) => call({ ...deletion(one.id), intent: 'probe' }, { as }))
  // 404 counts only if the tenant accepts another deletion.
  const other = statusOf(control) === 404 && one.certain ? await take() : null
  const plain = other === null ? null : await call(deletion(other.id))
  const vanished = plain?.accepted ?? false
  return {
    asked,
    genuine,
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
              steps: refusedOnes({ asked }),
            }),
    lookup: await lookup(check, deletion(one.id), asked),
  }
}
