// Recognises the effect of operations by words in their names.

import { lettersOf, thingOf, wordsOf } from './facts/words.ts'
import type { Operation } from './operations.ts'

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** These words name an action, and no collection or thing. */
const actions = set(
  `search query find lookup filter count batch bulk login logout signin signout signup authenticate authorize validate verify
   check preview render calculate estimate convert translate transform upload download import export sync refresh reset
   restart start stop run execute invoke test ping send publish cancel archive restore clone copy move merge split
   list create add get update edit delete remove upsert`,
)

/** Names of several words are actions if they begin with one of these words, for example "getThing". */
const commands = set('create get update delete remove fetch find describe start stop enable disable')

export function isAction(literal: string): boolean {
  const [first = '', ...rest] = wordsOf(literal)
  return (
    actions.has(lettersOf(literal)) ||
    (rest.length > 0 && commands.has(first)) ||
    /^(?:find|get)by/i.test(literal)
  )
}

const creating = set('create creates creating add adds new insert inserts register registers')
const updating = set(
  'update updates updating edit edits modify modifies change changes patch patches set sets',
)
const listing = set('list lists all search searches')
const reading = set(
  'get gets query find finds filter fetch retrieve retrieves read count validate verify check translate',
)
const several = set('bulk batch multiple many mass multi')
const removing = set('delete deletes remove removes destroy purge')

const lookingUp = set('find finds search searches count counts lookup list lists')
const effects = set(
  `save store replace replaces start stop run execute invoke send publish notify reset restore archive move merge import sync upload
   token login session lock unlock claim reserve book order pay next pop consume mark approve`,
)

/**
 * Returns whether a POST only reads. Its name and response must show a look-up, and no word may name a
 * change.
 */
export function saysItReads(operation: Operation): boolean {
  const { method, operationId, segments, statuses, response, hasLocation, words } = operation
  const [verb = ''] = wordsOf(operationId ?? '')
  const literals = segments.flatMap((one) => (one.kind === 'literal' ? [one.text] : []))
  const last = segments.at(-1)?.kind === 'literal' ? lettersOf(literals.at(-1) ?? '') : ''
  if (!lookingUp.has(verb) && !lookingUp.has(last)) return false
  const all = [...words, ...literals.flatMap((literal) => wordsOf(literal))]
  if (all.some((word) => [creating, updating, removing, several, effects].some((one) => one.has(word))))
    return false
  const successes = statuses.filter((status) => status.startsWith('2'))
  return method === 'POST' && response !== undefined && !hasLocation && successes.join() === '200'
}

const says = (operation: Operation, verbs: ReadonlySet<string>): boolean =>
  [...operation.words].some((word) => verbs.has(word) && !isThing(operation, word))

// In POST /queries ("createQuery"), "query" is a thing and no verb.
function isThing({ segments }: Operation, word: string): boolean {
  return segments.some((one) => one.kind === 'literal' && thingOf(one.text).includes(thingOf(word)))
}

export const saysCreate = (operation: Operation): boolean =>
  operation.words.has('create') || says(operation, creating)
export const saysUpdate = (operation: Operation): boolean => says(operation, updating)
export const saysList = (operation: Operation): boolean => says(operation, listing)

export function deniesCreate(operation: Operation): boolean {
  if (says(operation, several) || operation.words.has('replace') || isOfCredentials(operation)) return true
  if (saysCreate(operation)) return false
  return [listing, reading, updating, removing].some((verbs) => says(operation, verbs))
}

// An operation on credentials could replace the credential that the run uses.
function isOfCredentials({ segments }: Operation): boolean {
  const [last] = segments.flatMap((one) => (one.kind === 'literal' ? [one.text] : [])).slice(-1)
  return last !== undefined && /^(?:credentials?|passwords?|secrets?)$/i.test(last)
}
