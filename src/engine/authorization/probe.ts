// The probe: the one read that several checks ask for under the same token, sent once.
import type { Attempt } from '../../oracle/index.ts'
import type { Genuine } from '../requests/principal-name.ts'
import type { Tester } from '../tester.ts'

/** The contract's probe with the token of that principal, sent once for all checks. */
export function probedAs(check: Tester, as: Genuine): Promise<Attempt> {
  return check.once(`probe as ${as}`, ({ call, requests }) => call(requests.probe(), { as }))
}
