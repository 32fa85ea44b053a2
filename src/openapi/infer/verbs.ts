// Words of paths and operationIds that say what an operation does, whatever its method and path look like.
import type { Operation } from './operations.ts'
import { lettersOf, thingOf } from './words.ts'

/** Last segments that name an action: neither collections nor things. */
const actions = new Set(
  `search query find lookup filter count batch bulk login logout signin signout signup authenticate authorize validate verify
   check preview render calculate estimate convert translate transform upload download import export sync refresh reset
   restart start stop run execute invoke test ping send publish cancel archive restore clone copy move merge split convert
   list create add get update edit delete remove upsert`.split(/\s+/),
)

export const isAction = (literal: string): boolean => actions.has(lettersOf(literal))

const creating = new Set(
  'create creates creating add adds new insert inserts register post save submit'.split(' '),
)
const updating = new Set(
  'update updates updating edit edits modify modifies change changes patch patches set sets'.split(' '),
)
const reading = new Set(
  'list lists search searches query find finds filter get gets fetch retrieve retrieves read count validate verify check'.split(
    ' ',
  ),
)
const several = new Set('bulk batch multiple many mass multi'.split(' '))
const removing = new Set('delete deletes remove removes destroy purge'.split(' '))

const says = (operation: Operation, verbs: ReadonlySet<string>): boolean =>
  [...operation.words].some((word) => verbs.has(word) && !isThing(operation, word))

// "query" in "createQuery" for POST /queries is no verb.
function isThing({ segments }: Operation, word: string): boolean {
  return segments.some((one) => one.kind === 'literal' && thingOf(one.text).includes(thingOf(word)))
}

export const saysCreate = (operation: Operation): boolean =>
  operation.words.has('create') || says(operation, creating)
export const saysUpdate = (operation: Operation): boolean => says(operation, updating)

/** Whether its words deny that it creates one thing. */
export function deniesCreate(operation: Operation): boolean {
  if (says(operation, several)) return true
  if (saysCreate(operation)) return false
  return [reading, updating, removing].some((verbs) => says(operation, verbs))
}
