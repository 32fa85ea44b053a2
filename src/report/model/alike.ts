// Whether two failures look the same, by the evidence that they carry: one may then be told by the other. When in doubt they do not.
import type { Failure } from '../../base/event.ts'
import { bodyOf, type Exchange, isClientError, isLook, statusOf } from '../../base/exchange.ts'
import { isObject, type Json, nameOf, typeOf } from '../../base/json.ts'
import { bodySentIn, carries, differenceOf, type Features, featuresOf } from './request-features.ts'

/** A failure as it is compared with others. */
export interface Look {
  /** Of its clause, and of its exchange. */
  readonly operations: readonly string[]
  /** The clause's id without its operation. */
  readonly requirement: string
  readonly failure: Failure
  readonly features: Features | null
  /** What the request has that its control has not; null where there is none, or nothing to tell. */
  readonly special: ReadonlyMap<string, string | null> | null
  readonly answer: string
  /** In what form a member came, by its pointer, as far as it was asked. */
  readonly forms: Map<string, string>
}

/** What a failure of a clause looks like. */
export function lookOf(clause: { readonly id: string; readonly operation: string }, failure: Failure): Look {
  const { exchange, control } = failure
  const features = exchange === null ? null : featuresOf(exchange)
  const special = features === null || control === null ? null : differenceOf(features, featuresOf(control))
  return {
    operations: [clause.operation, ...(exchange === null ? [] : [exchange.operation])],
    requirement: clause.id.slice(clause.operation.length + 1),
    failure,
    features,
    special: special === null || special.size === 0 ? null : special,
    answer: answerOf(exchange),
    forms: new Map(),
  }
}

/** Whether what the first failure shows is what the other one shows, too. */
export function explains(one: Look, other: Look): boolean {
  const [a, b] = [one.failure, other.failure]
  // An older report does not say what its failures are of.
  if (a.exchange === null || b.exchange === null || a.kind === undefined || b.kind === undefined) return false
  const isOfOne =
    one.operations.some((operation) => other.operations.includes(operation)) ||
    one.requirement === other.requirement
  if (!isOfOne) return false
  if (a.pointers !== undefined || b.pointers !== undefined) return showSameMember(one, other)
  if (one.answer !== other.answer) return false
  // A response that is served can be wrong in many ways.
  if (isServed(a.exchange) && (a.kind === 'shape' || b.kind === 'shape'))
    return a.kind === b.kind && a.message === b.message
  if (a.exchange.id === b.exchange.id) return true
  if (isOfAll(one)) return !isServed(a.exchange) || isOfAll(other)
  if (isServed(a.exchange) && one.special === null && other.special === null) return false
  return sharesRequest(one, other)
}

/** Whether it shows by the status of a plain valid request: so every request fails, also one that is special in some way. */
function isOfAll({ failure: { kind, control, exchange } }: Look): boolean {
  const isPlain = control === null && exchange !== null && !isClientError(exchange)
  return isPlain && (kind === 'accepted' || (kind === 'status' && isServed(exchange)))
}

/** Whether the other request has what makes the first one fail, as far as controls show what that is. */
function sharesRequest(one: Look, other: Look): boolean {
  if (one.features === null || other.features === null) return false
  if (one.special !== null) return carries(other.features, one.special)
  if (other.special !== null) return carries(one.features, other.special)
  return differenceOf(one.features, other.features).size === 0
}

/** Whether both show the same member with the same deviation. */
function showSameMember(one: Look, other: Look): boolean {
  const [a, b] = [one.failure, other.failure]
  const common = (a.pointers ?? []).flatMap((own) =>
    (b.pointers ?? []).flatMap((its) => (isWithin(own, its) ? [its] : isWithin(its, own) ? [own] : [])),
  )
  if (a.exchange?.id === b.exchange?.id) return common.length > 0
  return common.some(
    (pointer) =>
      formAt(one, pointer) === formAt(other, pointer) &&
      (a.kind === 'shape' || b.kind === 'shape' || wayOf(a, pointer) === wayOf(b, pointer)) &&
      areAlteredAlike(a, b, pointer),
  )
}

/** Not so where texts came back with other marks, and none of these marks is the same. */
function areAlteredAlike(a: Failure, b: Failure, pointer: string): boolean {
  const [own, other] = [alteredMarks(a, pointer), alteredMarks(b, pointer)]
  return own.size === 0 || other.size === 0 || [...own].some((mark) => other.has(mark))
}

/** The characters beside letters, digits and blanks that the text sent had more or fewer of than the text shown. */
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

/** Whether the second pointer is that of the first, or of something within it. The whole body holds everything. */
function isWithin(outer: string, inner: string): boolean {
  return outer === inner || (outer !== '' && inner.startsWith(`${outer}/`))
}

/** In what form the member came. */
function formAt({ failure, forms }: Look, pointer: string): string {
  const known = forms.get(pointer) ?? formOf(failure, pointer)
  forms.set(pointer, known)
  return known
}

function formOf({ exchange, kind }: Failure, pointer: string): string {
  const body = exchange === null ? null : bodyOf(exchange)
  const shown = body?.ok === true ? valuesAt(body.value, pointer) : []
  const types = [...new Set(shown.map((value) => typeOf(value)))].sort().join(' ')
  // A text of another form may be the right one; what is no text is neither.
  return types === 'string' && kind === 'shape' ? 'string of another form' : types
}

/** Whether the request that led to it sent the member; where it did not, how it was answered, and with what token. */
function wayOf(failure: Failure, pointer: string): string {
  const last = lastChange(failure)
  if (last === null || valuesAt(bodySentIn(last), pointer).length > 0) return 'sent'
  return `${statusOf(last)} for ${last.principal === 'full' ? 'the' : 'another'} token`
}

/** The request that led to what the response shows. */
function lastChange({ exchange, steps = [] }: Failure): Exchange | null {
  const all = exchange === null ? steps : [...steps, exchange]
  return all.findLast(({ request }) => !isLook(request)) ?? exchange
}

/** The values at a pointer, `*` for each element. */
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

function isServed(exchange: Exchange): boolean {
  return statusOf(exchange) >= 200 && statusOf(exchange) < 300
}

/** The response without what differs from one to the next; of a served one the status alone. */
function answerOf(exchange: Exchange | null): string {
  if (exchange === null) return ''
  const { response, failure } = exchange
  if (response === null) return failure?.kind ?? 'none'
  if (!isClientError(exchange) && response.status < 500) return String(response.status)
  return `${response.status} ${response.body.slice(0, 500).replaceAll(/[\w-]{16,}|\d+/g, '#')}`
}
