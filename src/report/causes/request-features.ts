// Compares requests by features. A feature describes the kind of a value, because most values are random.
import type { Exchange } from '../../base/exchange.ts'
import { isObject, type Json, parse, tokenOf } from '../../base/json.ts'
import { tokenFaults } from '../../base/token-in-words.ts'

/** Keys are for example "method", "header accept" or "/name". */
export type Features = ReadonlyMap<string, string>

const ofEvery = new Set(['host', 'user-agent', 'authorization', 'content-length', 'connection'])

const ofContent = new Set(['accept', 'content-type'])
const plainText = 'string '
const depthMax = 8

export function featuresOf({ request, principal }: Exchange): Features {
  const { method, url, headers, body } = request
  const [path = '', query] = url.replace(/^[a-z]+:\/\/[^/]*/i, '').split('?', 2)
  const features = new Map<string, string>([
    ['method', method],
    ...tokenFaults(principal).map((fault) => [`token ${fault}`, 'yes'] as const),
    ['path', path.split('/').map(kindOfText).join('/')],
  ])
  if (query !== undefined) features.set('query', 'yes')
  for (const [name, value] of Object.entries(headers))
    if (!ofEvery.has(name)) features.set(`header ${name}`, ofContent.has(name) ? value : 'yes')
  if (body === null) return features
  const value = bodySentIn({ request })
  if (value === undefined) features.set('body', 'text')
  else addValues(value, '', features)
  return features
}

/**
 * Returns the features of `own` that differ from `beside`. If none differs, returns the features that only
 * `beside` has, with the value null.
 */
export function differenceOf(own: Features, beside: Features): ReadonlyMap<string, string | null> {
  const difference = new Map<string, string | null>()
  for (const [name, value] of own) {
    const other = beside.get(name)
    if (value !== other && !(value === plainText && other?.startsWith(plainText))) difference.set(name, value)
  }
  if (difference.size === 0) for (const name of beside.keys()) if (!own.has(name)) difference.set(name, null)
  return difference
}

export function carries(features: Features, difference: ReadonlyMap<string, string | null>): boolean {
  return [...difference].every(([name, value]) => (features.get(name) ?? null) === value)
}

export function bodySentIn(exchange: Pick<Exchange, 'request'> | null): Json | undefined {
  const { body = null, headers = {} } = exchange?.request ?? {}
  if (body === null) return undefined
  if (/x-www-form-urlencoded/i.test(headers['content-type'] ?? ''))
    return Object.fromEntries(new URLSearchParams(body))
  const parsed = parse(body)
  return parsed.ok ? parsed.value : undefined
}

function addValues(value: Json, pointer: string, features: Map<string, string>): void {
  if (pointer.split('/').length > depthMax) features.set('body depth', 'more')
  else if (isObject(value) && Object.keys(value).length > 0)
    for (const [name, member] of Object.entries(value))
      addValues(member, `${pointer}/${tokenOf(name)}`, features)
  else if (Array.isArray(value) && value.length > 0)
    for (const item of value) addValues(item as Json, `${pointer}/*`, features)
  else features.set(pointer === '' ? 'body' : pointer, kindOf(value))
}

function kindOf(value: Json): string {
  if (typeof value === 'string') return plainText + kindOfText(value)
  if (value === null || typeof value !== 'object') return String(value)
  return Array.isArray(value) ? '[]' : '{}'
}

const shortMax = 64

function kindOfText(text: string): string {
  if (text === '') return 'empty'
  if (text.length > shortMax) return String([...text].length)
  return [
    /[A-Z]/.test(text) ? 'A' : '',
    /^\s|\s$/.test(text) ? 'blank' : '',
    /[^\x20-\x7e]/.test(text) ? 'beyond' : '',
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the feature
    /[\0-\x1f]/.test(text) ? 'control' : '',
    /[%<>"'&\\{}]/.test(text) ? 'marks' : '',
  ]
    .filter(Boolean)
    .join(' ')
}
