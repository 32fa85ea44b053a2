// Varies an id in ways that careless lookups accept. No variant is the id of another client's resource.
import { jsonText } from '../../base/numbers/exact-number.ts'
import { counted } from '../../base/text/counted.ts'
import { uriEncoded } from '../../base/uri.ts'
import { areSparse, haveNoNeighbours, isUuid, withWildcard } from './unknown-id.ts'

export interface OtherId {
  /** Words that follow "an id" in messages. */
  readonly how: string
  readonly segment: string
  /** True if a server or proxy may respond before the tenant sees the id. */
  readonly answeredBefore?: true
  /** True for a word that another client may have chosen as an id. */
  readonly isWord?: true
  readonly everywhere?: true
}

// Even without its last three characters, an id stays unique (see `haveNoNeighbours`).
const cutCharacters = 3
// No id is this long, but the length stays below the 8,000 octets of RFC 9110, 4.1.
const longCharacters = 5_000

const idOf = (how: string, text: string): OtherId => ({ how, segment: uriEncoded(text) })

/**
 * Returns ids that match if a lookup compares only a part of the id.
 * @param ids known ids; if ids have neighbours, such as numbers in sequence, only a few variants are safe
 */
export function otherTexts(id: string, ids: readonly string[]): readonly OtherId[] {
  const ended: OtherId = { ...idOf('followed by a NUL character', `${id}\0`), answeredBefore: true }
  const wild: OtherId = {
    ...idOf('with _ as its middle character (an SQL wildcard)', withWildcard(id)),
    everywhere: true,
  }
  if (!haveNoNeighbours(ids)) return areSparse(ids) ? [ended, wild] : [ended]
  const characters = [...id]
  const without = (count: number): string => characters.slice(0, -count).join('')
  return [
    ended,
    ...[0, characters.length >> 1].map((place) =>
      idOf(`with a different character ${place + 1}`, exchanged(characters, place, ids)),
    ),
    idOf('without its first character', characters.slice(1).join('')),
    idOf('without its last characters', without(cutCharacters)),
    ...withoutPrefix(id),
    idOf('with * as its last character', `${without(1)}*`),
    idOf('with % as its last character', `${without(1)}%`),
    idOf('with .* as its last characters', `${without(2)}.*`),
    idOf('followed by an SQL condition', `${id}' AND '1'='1`),
    idOf('in a list', `${id},${id}`),
    idOf('in a JSON array', jsonText([id])),
    idOf('in double quotes', `"${id}"`),
    idOf('in single quotes', `'${id}'`),
    idOf('followed by a non-ASCII letter', `${id}é`),
    { ...idOf('that is the word constructor', 'constructor'), isWord: true },
    { ...idOf('that is a number', '42'), isWord: true },
    {
      how: 'followed by a broken escape (RFC 3986, 2.1)',
      segment: `${uriEncoded(id)}%zz`,
      answeredBefore: true,
    },
    idOf('with full-width characters (Unicode normal form KC)', wide(id)),
    {
      ...idOf(`of ${counted(longCharacters, 'character')}`, id.padEnd(longCharacters, 'x')),
      answeredBefore: true,
    },
    wild,
    idOf('with % as its middle character', withWildcard(id, '%')),
    idOf('with ? as its middle character', withWildcard(id, '?')),
  ]
}

/**
 * Returns ids that a lenient parser of paths may accept.
 * @param other another id of the run, existing or deleted
 */
export function otherSpellings(id: string, other: string, ids: readonly string[]): readonly OtherId[] {
  const behind = [
    idOf('followed by a blank', `${id} `),
    { ...idOf('followed by a line end', `${id}\n`), answeredBefore: true as const },
    { ...idOf('followed by an encoded slash', `${id}/`), answeredBefore: true as const },
  ]
  if (!haveNoNeighbours(ids)) return behind
  const [first = '', ...rest] = uriEncoded(id)
  const twice = `%25${first.charCodeAt(0).toString(16)}${rest.join('')}`
  const swapped = swapCase(id)
  return [
    // In UUIDs, upper and lower case mean the same (RFC 9562, 4).
    ...(swapped === id || isUuid(id)
      ? []
      : [{ ...idOf('in the other letter case', swapped), everywhere: true as const }]),
    idOf('preceded by a blank', ` ${id}`),
    ...behind,
    { ...idOf('preceded by encoded dot segments', `${other}/../${id}`), answeredBefore: true },
    { how: 'that is percent-encoded twice (RFC 3986, 2.4)', segment: twice },
    idOf('followed by a parameter', `${id};v=1`),
    idOf('followed by an encoded query', `${id}?v=1`),
    idOf('followed by an encoded fragment', `${id}#v`),
    idOf('with a file extension', `${id}.json`),
    { how: 'followed by another path segment', segment: `${uriEncoded(id)}/xx` },
  ]
}

/** Removes a prefix such as `rlp_` or `es-`. */
function withoutPrefix(id: string): readonly OtherId[] {
  const [, rest] = /^[a-z]{1,6}[_-](.+)$/i.exec(id) ?? []
  return rest === undefined || isUuid(id) ? [] : [idOf('without its prefix', rest)]
}

function exchanged(characters: readonly string[], place: number, ids: readonly string[]): string {
  const known = characters[place]?.toLowerCase()
  const other = ids
    .flatMap((id) => [...id])
    .find((one) => /[a-z\d]/i.test(one) && one.toLowerCase() !== known)
  return characters.map((one, index) => (index === place ? (other ?? 'x') : one)).join('')
}

function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()))
}

// The characters U+FF01 to U+FF5E are wide forms of printable ASCII.
function wide(text: string): string {
  return text.replace(/[a-z\d](?=[^a-z\d]*$)/i, (one) =>
    String.fromCodePoint((one.codePointAt(0) ?? 0) + 0xfee0),
  )
}
