// What the laws of updates share: updates that must be served, and the updates of one resource one after another.
import { type Exchange, statusOf } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import type { Collection, Driver, Seen, Subject } from '../subjects/index.ts'
import type { Tester } from '../tester.ts'

/** A law of what a driver knows. */
export type UpdateLaw = (check: Tester, all: Collection<Driver>) => Promise<void>

export const form = 'application/x-www-form-urlencoded'

/** Sends an update that has to be served, and holds the response against it. */
export async function change(
  { must }: Tester,
  subject: Subject,
  sent: JsonObject,
  control: Exchange = subject.created,
): Promise<Seen> {
  const seen = await subject.update(sent)
  must.serve(seen.exchange, { control })
  must.beAsSent(seen, sent, { control })
  return seen
}

/** Another state than the one that it is in; empty where none is known. */
export function otherState(all: Collection<Driver>, subject: Subject): JsonObject {
  return all.state === null ? {} : { [all.state.member]: subject.otherState }
}

/** Whatever was made of it, the tenant answered: a premise. */
export function assumeAnswered({ must }: Tester, { exchange }: Pick<Seen, 'exchange'>): void {
  must.assume(statusOf(exchange) > 0 && statusOf(exchange) < 500, 'the tenant did not answer')
}
