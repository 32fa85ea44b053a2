// Recognises sent values even if the tenant trimmed, rounded, sorted or respelled them.
import { equal, isObject, type Json, type JsonObject } from '../../../base/json.ts'

const tellingCharactersMin = 4
const tellingNumberMin = 100

export function resembles(shown: Json | undefined, sent: JsonObject): boolean {
  if (!isObject(shown)) return false
  const shared = Object.keys(sent).filter((name) => name in shown)
  const alike = shared.filter((name) => isAlike(sent[name] ?? null, shown[name] ?? null))
  return 2 * alike.length >= shared.length && alike.some((name) => isTelling(sent[name] ?? null))
}

/** Several common members must exist, and all must agree. Use this function only for new resources. */
export function agrees(shown: Json | undefined, sent: JsonObject): boolean {
  if (!isObject(shown)) return false
  const shared = Object.keys(sent).filter((name) => name in shown)
  return shared.length > 1 && shared.every((name) => isAlike(sent[name] ?? null, shown[name] ?? null))
}

function isAlike(sent: Json, shown: Json): boolean {
  if (equal(sent, shown)) return true
  if (typeof sent === 'string' && typeof shown === 'string') return plain(sent) === plain(shown)
  if (typeof sent === 'number' && typeof shown === 'number')
    return Math.abs(sent - shown) <= 0.01 * Math.max(1, Math.abs(sent))
  if (Array.isArray(sent) && Array.isArray(shown))
    return shown.length > 0 && shown.every((one: Json) => sent.some((other: Json) => isAlike(other, one)))
  if (!isObject(sent) || !isObject(shown)) return false
  return Object.entries(shown).every(([name, value]) => name in sent && isAlike(sent[name] ?? null, value))
}

function plain(text: string): string {
  const instant = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(instant) ? text.trim().toLowerCase().replace(/[./]$/, '') : String(instant)
}

function isTelling(value: Json): boolean {
  if (typeof value === 'string') return [...value.trim()].length >= tellingCharactersMin
  if (typeof value === 'number') return Math.abs(value) >= tellingNumberMin
  if (Array.isArray(value)) return value.some((one: Json) => isTelling(one))
  return isObject(value) && Object.values(value).some(isTelling)
}
