// Splits path templates into segments.
import { wordsOf } from './words.ts'

export type Segment =
  | { readonly kind: 'literal'; readonly text: string }
  /** For example, "{from}-{to}" has two names. */
  | { readonly kind: 'parameter'; readonly names: readonly string[] }
  /** A custom method such as ":cancel", or the rest of the path from "?" or "#". */
  | { readonly kind: 'action'; readonly text: string }

const literal = (text: string): Segment => ({ kind: 'literal', text })
const action = (text: string): Segment => ({ kind: 'action', text })

const parametersIn = (text: string): readonly string[] =>
  [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)

export function segmentsOf(path: string): readonly Segment[] {
  const [whole = '', route = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(path) ?? []
  const segments = route.split('/').filter((text) => text !== '')
  if (whole === '') return []
  return [...segments.flatMap(parts), ...(rest === '' ? [] : [action(rest)])]
}

function parts(segment: string): readonly Segment[] {
  const custom = /^(.+):([A-Za-z]\w*)$/.exec(segment)
  if (custom?.[1] !== undefined && custom[2] !== undefined) return [...parts(custom[1]), action(custom[2])]
  const keyed = /^([^(){}]+)\((.*\{.*)\)$/.exec(segment)
  if (keyed?.[1] !== undefined && keyed[2] !== undefined) return [literal(keyed[1]), ...parts(keyed[2])]
  const text = segment.replace(/\.(?:json|\{\w+\})$/i, '')
  const names = parametersIn(text)
  return [names.length === 0 ? literal(text) : { kind: 'parameter', names }]
}

/** Ignores letter case and names of parameters. */
export const keyOf = (segments: readonly Segment[]): string =>
  segments.map((one) => `/${tokenIn(one)}`).join('')

function tokenIn(segment: Segment): string {
  if (segment.kind === 'parameter') return '{}'
  return segment.kind === 'action' ? `:${segment.text}` : segment.text.toLowerCase()
}

/** "/v1/{name}" is no item, because it names no thing. */
export function isItem(segments: readonly Segment[]): boolean {
  const [thing, id] = segments.slice(-2)
  return (
    thing?.kind === 'literal' && !isPrefix(thing.text) && id?.kind === 'parameter' && id.names.length === 1
  )
}

export function thingIn(segments: readonly Segment[]): string {
  const last = segments.findLast((one) => one.kind === 'literal')
  return last?.kind === 'literal' ? last.text : ''
}

export const namesIn = (segments: readonly Segment[]): readonly string[] =>
  segments.flatMap((one) => (one.kind === 'parameter' ? one.names : []))

export const isPrefix = (text: string): boolean =>
  /^(?:api|apis|rest|v\d+(?:[._-]?(?:\d+|alpha|beta|preview))*|\d+(?:[.-]\d+)*(?:-preview)?)$/i.test(text) ||
  wordsOf(text).length === 0
