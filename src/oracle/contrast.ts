// Describes the difference of two values.

import { excerpt, firstDifference } from '../base/clip.ts'
import { at, equal, isObject, type Json, tokenOf } from '../base/json.ts'
import { jsonText } from '../base/numbers/exact-number.ts'
import type { Contrast } from './judgement.ts'

export interface Sides<Value = Json | undefined> {
  readonly wanted: Value
  readonly is: Value
}

const shownMax = 300

/**
 * Returns the expected and the received value as texts, for example `name "a"` and `name "b"`.
 * @param member name of a member, or a description with a space
 * @param forms the compared values; if only one inner member differs, the texts describe only this member
 * @param values the original values
 * @param pointers pointers of the compared members in the response
 */
export function contrasted(
  member: string,
  forms: Sides,
  values: Sides = forms,
  pointers: readonly string[] = member.includes(' ') ? [''] : [`/${tokenOf(member)}`],
): Contrast {
  const path = pathOf(forms)
  const name = dottedName(member, path)
  const inner = path.map((step) => `/${tokenOf(step)}`).join('')
  const { wanted, is } = excerpts({ wanted: at(values.wanted, inner), is: at(values.is, inner) })
  const own = pointers.length === 1 ? pointers.map((pointer) => pointer + inner) : pointers
  return { expected: `${name} ${wanted}`, received: `${name} ${is}`, pointers: own }
}

export function differing(member: string, forms: Sides): string {
  return dottedName(member, pathOf(forms))
}

function dottedName(member: string, path: readonly string[]): string {
  return (path.length > 0 && member.includes(' ') ? path : [member, ...path]).join('.')
}

function pathOf({ wanted, is }: Sides): readonly string[] {
  if (!isObject(wanted) || !isObject(is)) return []
  const names = [...new Set([...Object.keys(wanted), ...Object.keys(is)])]
  const other = names.filter((name) => !equal(wanted[name], is[name]))
  const [name] = other
  if (name === undefined || other.length > 1) return []
  return [name, ...pathOf({ wanted: wanted[name] as Json, is: is[name] as Json })]
}

/**
 * Returns excerpts around the first difference. Adds code points if it is invisible or not printable ASCII.
 */
function excerpts({ wanted, is }: Sides): Sides<string> {
  const [one, other] = [wanted, is].map((value) => (value === undefined ? undefined : jsonText(value)))
  if (one === undefined || other === undefined)
    return {
      wanted: one === undefined ? 'is absent' : excerpt(one, 0, shownMax),
      is: other === undefined ? 'is missing' : excerpt(other, 0, shownMax),
    }
  const from = firstDifference(one, other)
  // Compares strings without their JSON escapes.
  const [ones, others] = typeof wanted === 'string' && typeof is === 'string' ? [wanted, is] : [one, other]
  const place = firstDifference(ones, others)
  const looksAlike = seemsAs(ones) === seemsAs(others) || isUncommon(ones, place) || isUncommon(others, place)
  const told = (text: string, plain: string): string =>
    excerpt(text, from, shownMax) + (looksAlike ? pointsAt(plain, place) : '')
  return { wanted: told(one, ones), is: told(other, others) }
}

function seemsAs(text: string): string {
  return text.normalize('NFKC').replace(/[\p{Cf}\p{Cc}\p{Z}]/gu, '')
}

function isUncommon(text: string, place: number): boolean {
  return !/^[\x20-\x7e]?$/.test(text.charAt(place))
}

function pointsAt(text: string, place: number): string {
  // The excerpt must not split a surrogate pair.
  const start = /[\udc00-\udfff]/.test(text.charAt(place)) ? place - 1 : place
  const points = [...text.slice(start, start + 4)].slice(0, 2).map((character) => {
    const code = character.codePointAt(0) ?? 0
    return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  })
  return ` (${points.join(' ') || 'the end'} at the first difference)`
}
