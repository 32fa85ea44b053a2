// Proves from a response that this run created a resource.

import { nowMs } from '../../../base/clock.ts'
import { at, equal, isObject, type Json, type JsonObject, typeOf } from '../../../base/json.ts'
import { jsonText } from '../../../base/numbers/exact-number.ts'
import { counted } from '../../../base/text/counted.ts'
import { normalForm, type Resource } from '../../../contract/index.ts'

export interface IdLength {
  readonly charactersMin: number
  readonly charactersMax: number
}

// Ids from tenants are usually not longer.
const plainCharactersMax = 64

/** The contract limits only ids that are long or contain unusual characters. */
export function isUsableId(id: unknown, { charactersMin, charactersMax }: IdLength): id is string {
  if (typeof id !== 'string' || /^\.*$/.test(id)) return false
  if (id.length <= plainCharactersMax && /^[\w.~:|-]+$/.test(id)) return true
  const { length } = [...id]
  return length >= charactersMin && length <= charactersMax && !/[\p{Cc}\p{Cs}]/u.test(id)
}

const shownCharactersMax = 40

export function describeId(id: Json | undefined): string {
  if (id === undefined) return 'none'
  const text = jsonText(id)
  if (text.length <= plainCharactersMax) return text
  return typeof id === 'string'
    ? `${jsonText(`${id.slice(0, shownCharactersMax)}…`)} (${counted(id.length, 'character')})`
    : `${text.slice(0, shownCharactersMax)}… (${counted(text.length, 'character')})`
}

// A shorter text may equal another client's text by chance.
const tellingCharactersMin = 8

/** Some services allow only letters and digits in names, so case and hyphens do not count. */
export function bearsMarker(shown: Json, marker: string): boolean {
  const text = jsonText(shown).toLowerCase()
  return [marker, marker.replaceAll('-', '')].some((form) => text.includes(form.toLowerCase()))
}

/** No tenant generates an id with the marker. */
export function isOwnId(id: string | undefined, marker: string): id is string {
  return id !== undefined && bearsMarker(id, marker)
}

/** @param values values that accepted requests set */
export function bearsRun(
  shown: Json | undefined,
  marker: string,
  values: JsonObject | null,
  { nameAt, secret, normalises }: Pick<Resource, 'nameAt' | 'secret' | 'normalises'>,
): boolean {
  if (!isObject(shown)) return false
  if (bearsMarker(shown, marker)) return true
  if (values === null) return false
  const sent = normalForm(values, '', normalises, nowMs()) as JsonObject
  const name = nameAt === null ? undefined : at(sent, nameAt)
  if (nameAt !== null && (name === undefined || !equal(at(shown, nameAt), name))) return false
  const telling = typeof name === 'string' && [...name].length >= tellingCharactersMin
  if (telling) return true
  const comparable = Object.keys(sent).filter((member) => !secret.includes(`/${member}`))
  // Flags and numbers may be equal by chance.
  const structured = comparable.filter((member) => ['array', 'object'].includes(typeOf(sent[member])))
  const members = nameAt !== null && structured.length > 0 ? structured : comparable
  return members.length > 0 && members.every((member) => isPart(sent[member], shown[member]))
}

/** Compares only the name and one long text, because the tenant may have lost other members. */
export function repeats(
  shown: Json | undefined,
  created: Json,
  { nameAt, serverSet, id }: Pick<Resource, 'nameAt' | 'serverSet' | 'id'>,
): boolean {
  const isSame = (pointer: string): boolean => {
    const before = at(created, pointer)
    return before !== undefined && equal(before, at(shown, pointer))
  }
  const isTelling = (pointer: string): boolean => {
    const value = at(created, pointer)
    return typeof value === 'string' && value.length >= tellingCharactersMin
  }
  if (nameAt !== null && !isSame(nameAt)) return false
  return [...serverSet.keys()].some((pointer) => pointer !== id && isTelling(pointer) && isSame(pointer))
}

/** The response may omit members, for example secrets. */
function isPart(sent: Json | undefined, shown: Json | undefined): boolean {
  if (!isObject(sent) || !isObject(shown)) return equal(sent, shown)
  return Object.entries(shown).every(([name, value]) => name in sent && isPart(sent[name], value))
}
