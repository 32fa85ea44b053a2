// Ownership: what proves that a resource which an answer speaks of was made by this run, and no one else.
import { equal, isObject, type Json, type JsonObject } from '../base/json.ts'

/** The lengths that part 2 allows an id. */
export interface IdLength {
  readonly charactersMin: number
  readonly charactersMax: number
}

// Longer than the ids of any tenant; only short enough ones are of use where they are not as part 2 wants them.
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
  const text = JSON.stringify(id) ?? 'none'
  return text.length > plainCharactersMax ? `one of ${text.length} characters` : text
}

// A shorter text may be the same by chance.
const tellingCharactersMin = 8

/**
 * Whether a resource as an answer shows it is the run's: it bears the marker, or the same name as was sent and nothing
 * else than was sent where it shows more.
 * @param sent what accepted requests of the run have made of it; null while unknown
 */
export function bearsRun(shown: Json | undefined, marker: string, sent: JsonObject | null): boolean {
  if (!isObject(shown)) return false
  if (JSON.stringify(shown).includes(marker)) return true
  if (sent === null || !('name' in sent) || !equal(shown.name, sent.name)) return false
  const telling = typeof sent.name === 'string' && [...sent.name].length >= tellingCharactersMin
  return (
    telling || (equal(shown.subscriptions, sent.subscriptions) && isPart(sent.destination, shown.destination))
  )
}

/** Whether all that `shown` holds stands in `sent` alike: what is secret is not shown. */
function isPart(sent: Json | undefined, shown: Json | undefined): boolean {
  if (!isObject(sent) || !isObject(shown)) return equal(sent, shown)
  return Object.entries(shown).every(([name, value]) => name in sent && isPart(sent[name], value))
}
