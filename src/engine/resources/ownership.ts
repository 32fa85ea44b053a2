// Ownership: what proves that a resource which an answer speaks of was made by this run, and no one else.

import { at, equal, isObject, type Json, type JsonObject, typeOf } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import type { Resource } from '../../contract/index.ts'

/** The lengths that the contract allows an id. */
export interface IdLength {
  readonly charactersMin: number
  readonly charactersMax: number
}

// Longer than the ids of any tenant; only short enough ones are of use where they are not as the contract wants them.
const plainCharactersMax = 64

/**
 * Whether an id of an answer may be put into a path, as one encoded segment. One as specified may hold any characters but
 * those that no encoding makes harmless; any other one has to be plain.
 */
export function isUsableId(id: unknown, { charactersMin, charactersMax }: IdLength): id is string {
  if (typeof id !== 'string' || /^\.*$/.test(id)) return false
  if (id.length <= plainCharactersMax && /^[\w.~:|-]+$/.test(id)) return true
  const { length } = [...id]
  return length >= charactersMin && length <= charactersMax && !/[\p{Cc}\p{Cs}]/u.test(id)
}

/** How an id is told that can't be used. */
export function describeId(id: Json | undefined): string {
  const text = id === undefined ? 'none' : jsonText(id)
  return text.length > plainCharactersMax ? `one of ${text.length} characters` : text
}

// A shorter text may be the same by chance.
const tellingCharactersMin = 8

/**
 * Whether a resource as an answer shows it is the run's: it bears the marker, or the same name as was sent and, where the
 * name does not tell, nothing else than was sent where it shows more.
 * @param sent what accepted requests of the run have made of it; null while unknown
 */
export function bearsRun(
  shown: Json | undefined,
  marker: string,
  sent: JsonObject | null,
  { nameAt, secret }: Pick<Resource, 'nameAt' | 'secret'>,
): boolean {
  if (!isObject(shown)) return false
  if (jsonText(shown).includes(marker)) return true
  if (sent === null) return false
  const name = nameAt === null ? undefined : at(sent, nameAt)
  if (nameAt !== null && (name === undefined || !equal(at(shown, nameAt), name))) return false
  const telling = typeof name === 'string' && [...name].length >= tellingCharactersMin
  if (telling) return true
  const comparable = Object.keys(sent).filter((member) => !secret.includes(`/${member}`))
  // What a name leaves open a part of some size tells: a flag or a number is anybody's.
  const structured = comparable.filter((member) => ['array', 'object'].includes(typeOf(sent[member])))
  const members = nameAt !== null && structured.length > 0 ? structured : comparable
  return members.length > 0 && members.every((member) => isPart(sent[member], shown[member]))
}

/** Whether all that `shown` holds stands in `sent` alike: what is secret is not shown. */
function isPart(sent: Json | undefined, shown: Json | undefined): boolean {
  if (!isObject(sent) || !isObject(shown)) return equal(sent, shown)
  return Object.entries(shown).every(([name, value]) => name in sent && isPart(sent[name], value))
}
