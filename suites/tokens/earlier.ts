// Tries a token of a client after the token endpoint has issued another token to this client.
import { type Exchange, fixture, isAccepted, statusOf } from '../../src/suite.ts'

// One rejection can have another cause: the tenant changed its keys.
const refusalsMin = 2
const roundsMax = 4

// A token with a shorter lifetime (milliseconds) may expire during the check.
const lifetimeMsMin = 60_000

interface EarlierToken {
  readonly control: Exchange
  readonly after: Exchange
}

/** `after` is the first accepted request (`kept`) or the last rejected request (`ended`). */
export type EarlierTokens =
  | (EarlierToken & { readonly shows: 'kept' | 'ended' })
  | { readonly shows: 'nothing'; readonly reason: string }

const nothing = (reason: string): EarlierTokens => ({ shows: 'nothing', reason })

export const earlierTokens = fixture(
  'an earlier token of a client',
  async ({ call, principals, requests }): Promise<EarlierTokens> => {
    const earlier = await principals.outcome('earlier')
    if (!earlier.ok) return nothing(earlier.reason)
    if (typeof earlier.response?.expires_in !== 'number')
      return nothing('the token endpoint does not say how long its tokens are valid')
    if (earlier.response.expires_in * 1_000 < lifetimeMsMin)
      return nothing('the tokens expire before the run can send an earlier token again')
    let refusals = 0
    for (let round = 0; round < roundsMax; round += 1) {
      const control = await call(requests.probe(), { as: 'earlier' })
      if (!isAccepted(control)) continue
      const used = await principals.authorization('earlier')
      const later = await principals.issuedAnew('later')
      if (later === null) return nothing('the token endpoint issued no second token')
      if (later === used) return nothing('the token endpoint issues the same token to a client twice')
      const after = await call({ ...requests.probe(), intent: 'probe' }, { as: 'earlier', renewing: false })
      if (isAccepted(after)) return { shows: 'kept', control, after }
      if (statusOf(after) === 401) refusals += 1
      if (refusals === refusalsMin) return { shows: 'ended', control, after }
    }
    return nothing('the tenant refused each new token')
  },
)
