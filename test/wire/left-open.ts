// Mutations that no clause must find: their behaviour is an open point, they have no effect, or nothing shows
// them.
import { explanationOf } from '../proof/mutation-table.ts'
import { nameOf, type WireMutation } from './mutation.ts'
import type { Trial } from './trial.ts'

interface Row {
  /** A pattern for the name of a mutation: "operation place: change, time". */
  readonly mutation: RegExp
  readonly because: string
  /** True if the run is incomplete with this mutation. */
  readonly undecided?: true
}

const rows: readonly Row[] = [
  {
    mutation: /status of success: is (400|404|409|503),/,
    because: 'If the tenant always rejects a valid request, the profile may lack a declaration.',
    undecided: true,
  },
  {
    mutation: / authorization: is lost, every third time$/,
    because:
      'A token that the tenant rejects once may be revoked. The run requests another token, which the tenant accepts.',
  },
  {
    mutation: / authorization: is lost,/,
    because: 'If the tenant always rejects a token, the user may have supplied a wrong token.',
    undecided: true,
  },
  {
    mutation: /request( \/\w+)?: (is overlooked|is an empty object|has one member alone),/,
    because:
      'If the tenant always rejects a request because a member is missing, the profile may lack a declaration.',
    undecided: true,
  },
  {
    mutation: /header content-type: is removed,/,
    because: 'A body without a Content-Type header does not have another media type.',
  },
  {
    mutation: /header content-type: of a refusal/,
    because: 'The specification does not show the form of an error body (part 7, open point error-body).',
  },
  { mutation: /header retry-after:/, because: 'The specification does not show this header.' },
  {
    mutation: /header x-ratelimit-reset: is (a text|negative),/,
    because:
      'The specification does not define the value of this header exactly (part 8, open point rate-limit-reset).',
  },
  {
    mutation: /^custom-signing-keys\.get order:/,
    because: 'The tenant returns the same keys for every request.',
  },
  {
    mutation: /order: the same request gets the same answer again,/,
    because: 'If a client sends the same templates again, the response is the same.',
  },
  {
    mutation: /^(event-streams\.update|phone-templates\.update) request: is carried out twice,/,
    because: 'The second request sets the same values as the first request.',
  },
  {
    mutation: /request: that is no JSON is taken for an empty object,/,
    because: 'The tenant also rejects the empty object, because required members are missing.',
  },
  {
    mutation: /request \/\w+: has its elements in another order,/,
    because: 'The specification does not say whether the order of subscriptions has a meaning.',
  },
  {
    mutation: /request \/\w+: is a text where it is none,/,
    because: 'The tenant rejects both values: the invalid text, and the original value, which is not a text.',
  },
  {
    mutation: /request \/status: is (in Latin-1|cut to twenty characters),/,
    because: 'A state has at most eight letters, and all of them are ASCII letters.',
  },
  {
    mutation: /status of 400: is (404|422),/,
    because: 'The specification does not name the status of this rejection (part 7).',
  },
  {
    mutation: /^event-streams\.update status of 404: is (400|410),/,
    because: 'The specification does not name the status for an unknown stream (part 7).',
  },
]

export type Finding =
  | { readonly is: 'caught'; readonly by: readonly string[] }
  | { readonly is: 'undecided' | 'left open'; readonly because: string }
  | { readonly is: 'without effect' }
  | { readonly is: 'slipped through' }

export const findingOf = (mutation: WireMutation, { changed, failed, undecided }: Trial): Finding => {
  if (failed.length > 0) return { is: 'caught', by: failed }
  if (changed === 0) return { is: 'without effect' }
  const { operation, member } = mutation
  const known = member && explanationOf({ operation, mutation: { ...member, body: null } })?.because
  if (known !== undefined && 'notShown' in known)
    return {
      is: 'left open',
      because: `The specification leaves this behaviour open (open point ${known.notShown}).`,
    }
  const row = rows.find((one) => one.mutation.test(nameOf(mutation)))
  if (row === undefined || (row.undecided === true && undecided.length === 0))
    return { is: 'slipped through' }
  return { is: row.undecided === true ? 'undecided' : 'left open', because: row.because }
}
