// A view describes where a response contains the resource and its id.
import { at, isObject, type Json, type Parsed, withMember } from '../json.ts'
import { uriDecoded } from '../uri.ts'

export interface ResponseView {
  /** JSON pointer of the resource. "" if the whole body is the resource. */
  readonly envelope: string
  /** Source of the id, and the member that gets the id. Null if the id is at the usual member. */
  readonly id: { readonly from: IdSource; readonly to: string } | null
}

/** The last segment of the Location header. */
export const location = Symbol('location')

/**
 * A JSON pointer into the body, the Location header, the request (`sent`), or a later request (`found`). With
 * `found`, the body is ignored.
 */
export type IdSource =
  | string
  | typeof location
  | { readonly sent: Json }
  | { readonly found: Json | undefined }

interface Response {
  readonly headers: Readonly<Record<string, string>>
}

// Separate from the responses, because logs must store responses unchanged.
const views = new WeakMap<Response, ResponseView>()

export function noteView(response: Response, view: ResponseView): void {
  views.set(response, view)
}

export function copyView(response: Response, copy: Response): void {
  const view = views.get(response)
  if (view !== undefined) views.set(copy, view)
}

export function viewed(response: Response, parsed: Parsed): Parsed {
  const view = views.get(response)
  if (view === undefined) return parsed
  const { envelope, id } = view
  if (typeof id?.from === 'object' && 'found' in id.from)
    return { ok: true, value: id.from.found === undefined ? {} : withMember({}, id.to, id.from.found) }
  const found = id === null ? undefined : idIn(response, parsed, id.from)
  if (!parsed.ok)
    return id === null || found === undefined ? parsed : { ok: true, value: withMember({}, id.to, found) }
  const shown = at(parsed.value, envelope)
  // With a known id, null stands for a resource that has only its id.
  const inner = shown === null && found !== undefined ? {} : shown
  if (inner === undefined) return { ok: false, message: `the body has no ${envelope}` }
  if (id === null || found === undefined || !isObject(inner)) return { ok: true, value: inner }
  const isShown = typeof id.from === 'object' && at(inner, id.to) !== undefined
  return { ok: true, value: isShown ? inner : withMember(inner, id.to, found) }
}

/**
 * Returns the JSON pointer of the id in the whole body, or `location`. Null if a request is the source of the
 * id, and the body does not contain the id.
 */
export function idPlaceOf(response: Response, parsed: Parsed): string | typeof location | null {
  const { envelope, id } = views.get(response) ?? { envelope: '', id: null }
  if (id === null) return `${envelope}/id`
  if (typeof id.from !== 'object') return id.from
  const place = `${envelope}${id.to}`
  return parsed.ok && at(parsed.value, place) !== undefined ? place : null
}

export function lastSegmentOf({ headers }: Response): string {
  const [path = ''] = (headers.location ?? '').split(/[?#]/, 1)
  return path.replace(/\/$/, '').split('/').at(-1) ?? ''
}

function idIn(response: Response, parsed: Parsed, from: IdSource): Json | undefined {
  if (typeof from === 'object') return 'sent' in from ? from.sent : from.found
  if (from !== location) return parsed.ok ? at(parsed.value, from) : undefined
  const last = lastSegmentOf(response)
  return last === '' ? undefined : uriDecoded(last)
}
