// Mutations that no clause has to find: the mutated behaviour is an open point, or the mutation has no
// effect, or no response shows it.
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
    because:
      'If a tenant refuses every valid request, the request may lack a value that the profile has to declare.',
    undecided: true,
  },
  {
    mutation: / authorization: is lost, every third time$/,
    because:
      'If a tenant refuses a token once, the token may have been revoked. The run then gets a new token, and the tenant accepts it.',
  },
  {
    mutation: / authorization: is lost,/,
    because: 'If a tenant refuses a token each time, the token may be wrong.',
    undecided: true,
  },
  {
    mutation: /request( \/\w+)?: (is overlooked|is an empty object|has one member alone),/,
    because:
      'If a tenant refuses every request because a member is missing, the profile may have to declare this member.',
    undecided: true,
  },
  {
    mutation: /header content-type: is removed,/,
    because: 'A response without a content type does not name a wrong media type.',
  },
  {
    mutation: /header content-type: of a refusal/,
    because: 'The specification does not show the form of error bodies (part 7): open point error-body.',
  },
  { mutation: /header retry-after:/, because: 'The specification does not show the header.' },
  {
    mutation: /header x-ratelimit-reset: is (a text|negative),/,
    because:
      'The specification describes the value of the header in only one word (part 8): open point rate-limit-reset.',
  },
  {
    mutation: /^custom-signing-keys\.get order:/,
    because: 'Each response contains the same keys.',
  },
  {
    mutation: /order: the same request gets the same answer again,/,
    because: 'If a client sets the same templates again, the response is the same.',
  },
  {
    mutation: /^(event-streams\.update|phone-templates\.update) request: is carried out twice,/,
    because: 'The second request sets the same values as the first request.',
  },
  {
    mutation: /request: that is no JSON is taken for an empty object,/,
    because: 'The tenant refuses the request anyway, because members are missing.',
  },
  {
    mutation: /request \/\w+: has its elements in another order,/,
    because: 'The specification does not show a meaning of the order of subscriptions.',
  },
  {
    mutation: /request \/\w+: is a text where it is none,/,
    because: 'The tenant refuses the text for the same reason as the value that is not a text.',
  },
  {
    mutation: /request \/status: is (in Latin-1|cut to twenty characters),/,
    because: 'A state has at most eight letters, and only ASCII letters.',
  },
  {
    mutation: /status of 400: is (404|422),/,
    because: 'The specification does not show the status of a refusal (part 7).',
  },
  {
    mutation: /^event-streams\.update status of 404: is (400|410),/,
    because: 'The specification does not show the status for an unknown stream (part 7).',
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
    return { is: 'left open', because: `The specification does not show this: open point ${known.notShown}.` }
  const row = rows.find((one) => one.mutation.test(nameOf(mutation)))
  if (row === undefined || (row.undecided === true && undecided.length === 0))
    return { is: 'slipped through' }
  return { is: row.undecided === true ? 'undecided' : 'left open', because: row.because }
}
