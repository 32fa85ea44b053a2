// Sends the contract's probe once per token, for all checks.
import type { Attempt } from '../../oracle/index.ts'
import { fixture } from '../fixture.ts'
import type { Genuine } from '../requests/principal-name.ts'

export const probe = fixture(
  (as: Genuine) => `probe as ${as}`,
  ({ call, requests }, as): Promise<Attempt> => call(requests.probe(), { as }),
)
