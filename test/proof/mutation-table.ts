// Explains the mutations that no single response can reveal.
import type { MutationKind } from './mutation.ts'
import type { Unnoticed } from './mutation-judge.ts'

/** The reason why a response need not reveal the mutation. */
type Because =
  /** The open point that leaves this behaviour undefined. */
  | { readonly notShown: string }
  /** The clause that compares the member in its checks. */
  | { readonly comparedBy: string }

export interface Explanation {
  readonly operation: string
  readonly place: RegExp
  readonly kinds?: readonly MutationKind[]
  readonly change?: RegExp
  readonly because: Because
}

const streams = ['event-streams.create', 'event-streams.update'] as const

const altered: readonly MutationKind[] = ['out of bounds', 'respelt']

const ofStreams = (operation: (typeof streams)[number]): readonly Explanation[] => {
  const of = (create: string, update: string): Because => ({
    comparedBy: operation === 'event-streams.create' ? `${operation}.${create}` : `${operation}.${update}`,
  })
  return [
    { operation, place: /^$/, kinds: ['added'], because: { notShown: 'stream-members' } },
    {
      operation,
      place: /^\/destination(\/configuration)?$/,
      kinds: ['added'],
      because: { notShown: 'destination-variants' },
    },
    {
      operation,
      place: /^\/subscriptions\/\*$/,
      change: /unlisted/,
      because: { notShown: 'stream-members' },
    },
    {
      operation,
      place: /^\/id$/,
      kinds: altered,
      because: of('stored', 'id-unchanged'),
    },
    { operation, place: /^\/name$/, kinds: altered, because: of('name-as-sent', 'name-changes') },
    {
      operation,
      place: /^\/subscriptions\/\*(\/event_type)?$/,
      change: /^(?!unlisted)/,
      because: of('subscriptions-as-sent', 'subscriptions-change'),
    },
    {
      operation,
      place: /\/(webhook_endpoint|webhook_authorization|username)$/,
      because: of('destination-as-sent', 'destination-changes'),
    },
  ]
}

const keys = 'custom-signing-keys.get'
const templates = 'phone-templates.update'

/** Each unnoticed mutation must match a row, and each row must match a mutation. */
export const explanations: readonly Explanation[] = [
  ...streams.flatMap(ofStreams),
  {
    operation: 'event-streams.update',
    place: /^\/created_at$/,
    kinds: ['swapped'],
    because: { comparedBy: 'event-streams.update.id-unchanged' },
  },
  { operation: keys, place: /^$/, kinds: ['added'], because: { notShown: 'key-members-allowed' } },
  {
    operation: keys,
    place: /^\/keys\/\*$/,
    change: /unlisted/,
    because: { notShown: 'key-members-allowed' },
  },
  {
    operation: keys,
    place: /^\/keys\/\*$/,
    change: /repeated/,
    because: { comparedBy: `${keys}.kids-distinct` },
  },
  // Part 2.3 of the specification does not show how many keys, certificates or operations there are.
  {
    operation: keys,
    place: /^\/keys(\/\*)?(\/(key_ops|x5c))?(\/\*)?$/,
    change: /removed|emptied|repeated/,
    because: { notShown: 'key-members-required' },
  },
  {
    operation: keys,
    place: /^\/keys\/\*\/[^/]+$/,
    kinds: ['removed'],
    because: { notShown: 'key-members-required' },
  },
  { operation: keys, place: /\/use$/, because: { notShown: 'key-use-values' } },
  { operation: keys, place: /\/key_ops\/\*$/, kinds: altered, because: { notShown: 'key-ops-values' } },
  // Any text is valid in these members, because the run does not request the addresses in them.
  {
    operation: keys,
    place: /\/(kid|alg|x5u)$/,
    kinds: ['out of bounds', 'respelt', 'swapped'],
    because: { notShown: 'key-members-allowed' },
  },
  { operation: templates, place: /^$/, kinds: ['added'], because: { notShown: 'template-members' } },
  {
    operation: templates,
    place: /_message$/,
    because: { comparedBy: `${templates}.returns-stored` },
  },
]

/** Returns the row that explains the mutation. Returns undefined if there is none. */
export function explanationOf({ operation, mutation }: Unnoticed): Explanation | undefined {
  return explanations.find(
    (row) =>
      row.operation === operation &&
      row.place.test(mutation.pointer) &&
      (row.kinds?.includes(mutation.kind) ?? true) &&
      (row.change?.test(mutation.change) ?? true),
  )
}
