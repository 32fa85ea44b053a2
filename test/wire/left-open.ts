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
    because: 'A valid request that is refused each time may lack what the profile has to declare.',
    undecided: true,
  },
  {
    mutation: / authorization: is lost, every third time$/,
    because: 'A token that is refused once may have been revoked: a run asks for another, which is accepted.',
  },
  {
    mutation: / authorization: is lost,/,
    because: 'A token that is refused each time may be the wrong one.',
    undecided: true,
  },
  {
    mutation: /request( \/\w+)?: (is overlooked|is an empty object|has one member alone),/,
    because:
      'What is refused each time for a member that is missing may lack what the profile has to declare.',
    undecided: true,
  },
  {
    mutation: /header content-type: is removed,/,
    because: 'What has no label is not labelled as another media type.',
  },
  {
    mutation: /header content-type: of a refusal/,
    because: 'The shape of the error body is not shown (part 7): open point error-body.',
  },
  { mutation: /header retry-after:/, because: 'The header is not shown.' },
  {
    mutation: /header x-ratelimit-reset: is (a text|negative),/,
    because: 'What the header says is not shown but in a word (part 8): open point rate-limit-reset.',
  },
  {
    mutation: /^custom-signing-keys\.get order:/,
    because: 'The same keys are answered each time.',
  },
  {
    mutation: /order: the same request gets the same answer again,/,
    because: 'The same templates, set once more, are answered alike.',
  },
  {
    mutation: /^(event-streams\.update|phone-templates\.update) request: is carried out twice,/,
    because: 'What is set a second time is what was set the first time.',
  },
  {
    mutation: /request: that is no JSON is taken for an empty object,/,
    because: 'It is refused all the same, for the members that it lacks.',
  },
  {
    mutation: /request \/\w+: has its elements in another order,/,
    because: 'What the order of subscriptions says is not shown.',
  },
  {
    mutation: /request \/\w+: is a text where it is none,/,
    because: 'A text that is not such a value is refused like the value that is not a text.',
  },
  {
    mutation: /request \/status: is (in Latin-1|cut to twenty characters),/,
    because: 'A state has eight letters at most, and none outside of ASCII.',
  },
  {
    mutation: /status of 400: is (404|422),/,
    because: 'Which status a refusal has is not shown (part 7).',
  },
  {
    mutation: /^event-streams\.update status of 404: is (400|410),/,
    because: 'Which status an unknown stream gets is not shown (part 7).',
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
    return { is: 'left open', because: `Not shown: open point ${known.notShown}.` }
  const row = rows.find((one) => one.mutation.test(nameOf(mutation)))
  if (row === undefined || (row.undecided === true && undecided.length === 0))
    return { is: 'slipped through' }
  return { is: row.undecided === true ? 'undecided' : 'left open', because: row.because }
}
