// The probe: the one read that several checks ask for under the same token, sent once.
import type { Attempt } from '../../oracle/index.ts'
import { fixture } from '../fixture.ts'
import type { Genuine } from '../requests/principal-name.ts'

/** The contract's probe with the token of that principal. */
export const probe = fixture(
  (as: Genuine) => `probe as ${as}`,
  ({ call, requests }, as): Promise<Attempt> => call(requests.probe(), { as }),
)
