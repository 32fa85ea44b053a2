// Decides whether two failures show the same deviation of a member.
import type { Failure } from '../../base/event.ts'
import { bodyOf, changesNothing, type Exchange, statusOf } from '../../base/exchange.ts'
import { equal, isObject, type Json, nameOf, typeOf } from '../../base/json.ts'
import { bodySentIn } from './request-features.ts'

export interface MemberFailure {
  readonly failure: Failure
  readonly forms: Map<string, string>
}

export function showSameMember(one: MemberFailure, other: MemberFailure): boolean {
  const [a, b] = [one.failure, other.failure]
  const common = (a.pointers ?? []).flatMap((own) =>
    (b.pointers ?? []).flatMap((its) => (isWithin(own, its) ? [its] : isWithin(its, own) ? [own] : [])),
  )
  if (a.exchange?.id === b.exchange?.id) return common.length > 0
  return common.some(
    (pointer) =>
      ![a, b].some((failure) => isShownAsSent(failure, pointer)) &&
      formAt(one, pointer) === formAt(other, pointer) &&
      (a.kind === 'shape' || b.kind === 'shape' || wayOf(a, pointer) === wayOf(b, pointer)) &&
      areAlteredAlike(a, b, pointer),
  )
}

function isShownAsSent(failure: Failure, pointer: string): boolean {
  const { exchange, kind } = failure
  if (kind !== 'as-sent' || exchange === null) return false
  const body = bodyOf(exchange)
  const sent = valuesAt(bodySentIn(lastChange(failure)), pointer)
  return sent.length > 0 && body.ok && equal([...sent], [...valuesAt(body.value, pointer)])
}

/**
 * Returns whether both failures show a change of the same special character, or one failure shows no such
 * change.
 */
function areAlteredAlike(a: Failure, b: Failure, pointer: string): boolean {
  const [own, other] = [alteredMarks(a, pointer), alteredMarks(b, pointer)]
  return own.size === 0 || other.size === 0 || [...own].some((mark) => other.has(mark))
}

function alteredMarks(failure: Failure, pointer: string): ReadonlySet<string> {
  const body = failure.exchange === null ? null : bodyOf(failure.exchange)
  const [sent, shown] = [bodySentIn(lastChange(failure)), body?.ok === true ? body.value : undefined]
  const [one, other] = [sent, shown].map((value) => marksIn(valuesAt(value, pointer)))
  if (one === undefined || other === undefined || sent === undefined) return new Set()
  return new Set([...one.keys(), ...other.keys()].filter((mark) => one.get(mark) !== other.get(mark)))
}

function marksIn(values: readonly Json[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of values)
    for (const mark of typeof text === 'string' ? text.replaceAll(/[\w\x20-]/g, '') : '')
      counts.set(mark, (counts.get(mark) ?? 0) + 1)
  return counts
}

function isWithin(outer: string, inner: string): boolean {
  return outer === inner || (outer !== '' && inner.startsWith(`${outer}/`))
}

function formAt({ failure, forms }: MemberFailure, pointer: string): string {
  const known = forms.get(pointer) ?? formOf(failure, pointer)
  forms.set(pointer, known)
  return known
}

function formOf({ exchange, kind }: Failure, pointer: string): string {
  const body = exchange === null ? null : bodyOf(exchange)
  const shown = body?.ok === true ? valuesAt(body.value, pointer) : []
  const types = [...new Set(shown.map((value) => typeOf(value)))].sort().join(' ')
  return types === 'string' && kind === 'shape' ? 'string of another form' : types
}

function wayOf(failure: Failure, pointer: string): string {
  const last = lastChange(failure)
  if (last === null || valuesAt(bodySentIn(last), pointer).length > 0) return 'sent'
  return `${statusOf(last)} for ${last.principal === 'full' ? 'the' : 'another'} token`
}

function lastChange({ exchange, steps = [] }: Failure): Exchange | null {
  const all = exchange === null ? steps : [...steps, exchange]
  return all.findLast(({ request }) => !changesNothing(request)) ?? exchange
}

function valuesAt(value: Json | undefined, pointer: string): readonly Json[] {
  let found: readonly Json[] = value === undefined ? [] : [value]
  for (const token of pointer.split('/').slice(1))
    found = found.flatMap((one) => {
      if (token === '*' && Array.isArray(one)) return one as readonly Json[]
      const name = nameOf(token)
      return isObject(one) && Object.hasOwn(one, name) ? [one[name] as Json] : []
    })
  return found
}
