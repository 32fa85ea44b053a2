// What the laws of updates share: updates that must be served, and the updates of one resource one after another.

import { describeResponse, type Exchange, statusOf } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import { originOf } from '../../oracle/index.ts'
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

/** Valid changes of one member each; those of which nothing shows what they are raise a doubt, as they are left out. */
export function changesOf(
  { must }: Tester,
  all: Collection<Driver>,
  subject: Subject,
  pick = 0,
): readonly JsonObject[] {
  const changes = all.changes(subject, pick)
  doubtUnknown(must, unknownOf(all, changes))
  return changes
}

/** The members that can be set, and of which no change is known. */
export function unknownOf(
  { settable }: Collection<Driver>,
  changes: readonly JsonObject[],
): readonly string[] {
  return settable.filter((member) => !changes.some((body) => member in body))
}

export function doubtUnknown({ doubt }: Tester['must'], members: readonly string[]): void {
  for (const member of members) doubt(`nothing shows what ${member} is, so that it was left out`)
}

// By which a name may be refused as such; any other status says something else of the request.
const refusalsOfNames: readonly number[] = [400, 404, 409, 410, 422]

/** A name that is free, or one's own, is taken. */
export function mustTakeName(
  { must }: Tester,
  { accepted, exchange }: Seen,
  {
    what,
    says,
    expected,
    control,
    steps = [],
  }: {
    readonly control: Exchange
    readonly steps?: readonly Exchange[]
  } & Readonly<Record<'what' | 'says' | 'expected', string>>,
): void {
  const status = statusOf(exchange)
  must.assume(
    accepted || refusalsOfNames.includes(status),
    `the ${what} was answered with ${status}`,
    originOf(exchange),
  )
  must.that(accepted, says, { expected, received: describeResponse(exchange), exchange, control, steps })
}

/** Whatever was made of it, the tenant answered: a premise. */
export function assumeAnswered({ must }: Tester, { exchange }: Pick<Seen, 'exchange'>): void {
  must.assume(statusOf(exchange) > 0 && statusOf(exchange) < 500, 'the tenant did not answer', 'failing')
}
