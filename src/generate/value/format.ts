// Decides whether strings match a format, and how to generate them.
import { fullFormats } from 'ajv-formats/dist/formats.js'
import type { Json } from '../../base/json.ts'
import { ipv4, jsonPointer, loose, strict } from './format-grammar.ts'

type Judge = (text: string) => boolean

/**
 * Returns whether all implementations accept the value. A format for strings accepts other types (JSON Schema
 * Validation, sections 7.1 and 7.2.3).
 */
export function inFormat(format: string, value: Json): boolean {
  if (!accepted(format, value)) return false
  return typeof value !== 'string' || (ruleOf(format)?.within(value) ?? true)
}

export function outOfFormat(format: string, value: Json): boolean {
  const rule = ruleOf(format)
  if (typeof value !== 'string' || rule === undefined) return !accepted(format, value)
  return (
    !rule.within(value) &&
    !rule.near(value) &&
    (!Object.hasOwn(fullFormats, format) || !accepted(format, value))
  )
}

function accepted(format: string, value: Json): boolean {
  const definition: unknown = Object.hasOwn(fullFormats, format)
    ? fullFormats[format as keyof typeof fullFormats]
    : true
  return accepts(definition, value)
}

function accepts(definition: unknown, value: Json): boolean {
  if (definition instanceof RegExp) return typeof value !== 'string' || definition.test(value)
  if (typeof definition === 'function') return typeof value !== 'string' || definition(value) === true
  if (typeof definition !== 'object' || definition === null) return true
  const { type = 'string', validate } = definition as { type?: string; validate?: unknown }
  if (typeof value !== type) return true
  return typeof validate === 'function' ? validate(value) === true : accepts(validate, value)
}

interface Rule {
  readonly within: Judge
  readonly near: Judge
}

const compiles = (text: string): boolean => {
  try {
    return new RegExp(text, 'u') !== null
  } catch {
    return false
  }
}
const rules = new Map<string, Rule>([['regex', { within: compiles, near: compiles }]])

function ruleOf(format: string): Rule | undefined {
  const known = rules.get(format)
  if (known !== undefined) return known
  if (!Object.hasOwn(strict, format)) return undefined
  const within = new RegExp(`^(${strict[format]})$`, 'u')
  const near = Object.hasOwn(loose, format) ? new RegExp(`^(${loose[format]})$`, 'u') : within
  const further = beyondGrammar[format] ?? (() => true)
  const rule = {
    within: (text: string) => within.test(text) && further(text),
    near: (text: string) => near.test(text),
  }
  rules.set(format, rule)
  return rule
}

// Labels with hyphens as their third and fourth character are reserved (RFC 5891, section 4.2.3.1).
const plainHost = (host: string): boolean => host.length <= 253 && !/(^|\.)..--/u.test(host)
const beyondGrammar: Readonly<Record<string, Judge>> = {
  hostname: plainHost,
  'idn-hostname': plainHost,
  email: (text) => plainHost(text.slice(text.lastIndexOf('@') + 1)),
  'idn-email': (text) => plainHost(text.slice(text.lastIndexOf('@') + 1)),
}

export function isKnownFormat(format: string): boolean {
  return Object.hasOwn(fullFormats, format) && !['password', 'binary', 'float', 'double'].includes(format)
}

export function isNumberFormat(format: string): boolean {
  return ['int32', 'int64', 'float', 'double'].includes(format)
}

const letter = '[a-z0-9]'
const label = `(${letter}{1,3}|${letter}{2}-?${letter}(-?${letter}){0,16})`
const group = '[0-9a-f]{1,4}'
const year = '(19|20)\\d\\d'
const date = `(${year}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))|(1904|2000|2024)-02-29|0001-01-01|9999-12-31)`
const clock = '([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?'
const zone = '(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)'
const pathCharacter = "([A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-F]{2})"
const query = `(\\?(${pathCharacter}|[/?])*)?`
const fragment = `(#(${pathCharacter}|[/?])*)?`
const host = `${label}(\\.${label}){0,3}`
const port = '(:[1-9]\\d{0,3})?'
const iriCharacter = "([A-Za-z0-9._~!$&'()*+,;=:@à-öø-ÿ-]|%[0-9A-F]{2})"

const sources: Readonly<Record<string, string>> = {
  date,
  time: `${clock}${zone}`,
  'date-time': `${date}T${clock}${zone}`,
  'iso-time': `${clock}${zone}?`,
  'iso-date-time': `${date}T${clock}${zone}?`,
  duration:
    'P(\\d+Y(\\d+M(\\d+D)?)?|\\d+M(\\d+D)?|\\d+D|\\d+W|(\\d+D)?T(\\d+H(\\d+M(\\d+S)?)?|\\d+M(\\d+S)?|\\d+S))',
  email: `[A-Za-z0-9!#$%&'*+/=?^_\`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_\`{|}~-]+)*@(${label}\\.){1,3}${label}`,
  'idn-email': `[A-Za-z0-9à-öø-ÿ_+-]+(\\.[A-Za-z0-9à-öø-ÿ]+)*@(${label}\\.){1,3}${label}`,
  hostname: `${label}(\\.${label}){0,6}`,
  'idn-hostname': `${label}(\\.${label}){0,6}`,
  ipv4,
  ipv6: `(${group}:){7}${group}|::|::1|(${group}:){1,6}:${group}|(${group}:){6}${ipv4}|::ffff:${ipv4}`,
  uri: `(https?|ftp|wss)://([a-z0-9._~-]+@)?(${host}|${ipv4}|\\[::1\\])${port}(/${pathCharacter}*)*${query}${fragment}|urn:[a-z]{2,8}:[a-z0-9]+|mailto:[a-z]+@${label}`,
  'uri-reference': `((https?://${host})?(/${pathCharacter}+)*|/|\\.\\./?|${letter}+(/${pathCharacter}+)*)${query}${fragment}`,
  iri: `(https?|ftp|wss)://(${host}|${ipv4})${port}(/${iriCharacter}*)*${query}`,
  'iri-reference': `((https?://${host})?(/${iriCharacter}+)*|/|\\.\\./?|${letter}+(/${iriCharacter}+)*)${query}`,
  'uri-template': `(https?://${host}/|/)?(${letter}|/|\\{[+#./;?&]?[a-z0-9_]+(:[1-9]\\d{0,2}|\\*)?(,[a-z0-9_]+)*\\})*`,
  url: `https?://([a-z]+\\.){1,3}(com|org|example)(:\\d{2,5})?(/[A-Za-z0-9._~-]*)*`,
  uuid: '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9A-F]{8}-([0-9A-F]{4}-){3}[0-9A-F]{12}',
  'json-pointer': jsonPointer,
  'json-pointer-uri-fragment': '#(/([a-z0-9_.-]|~0|~1|%20)*)*',
  'relative-json-pointer': `(0|[1-9]\\d*)(#|${jsonPointer})`,
  regex:
    '\\^?([a-z0-9 ]|\\[\\^?[a-z]-z\\][*+?]?|\\([a-z]+\\|[a-z]*\\)|\\.[*+]|\\\\[dws]|[a-z]\\{[1-9]\\}|\\\\\\.)*\\$?',
  byte: '([A-Za-z0-9+/]{4})*',
}

export function sourceOf(format: string): string | undefined {
  const source = Object.hasOwn(sources, format) ? sources[format] : undefined
  return source === undefined ? undefined : `^(${source})$`
}

export const nearMisses: readonly string[] = [
  '2024-02-30',
  '2023-02-29T00:00:00Z',
  '2024-01-01T00:00:00',
  '2024-1-1',
  '2024-13-01T25:00:00Z',
  '12:60:00Z',
  '24:00:00',
  'P',
  'P1H',
  'P1Y2W',
  'a@',
  '@example.com',
  'a b@example.com',
  '-example.com',
  'exa_mple.com',
  'example..com',
  '256.0.0.1',
  '1.2.3',
  '01.2.3.4',
  ':::1',
  '12345::',
  'fe80::1%eth0',
  '//example.com/a',
  'example.com',
  'http://exa mple.com',
  'http://[::1',
  'https://example.com/%zz',
  '\\\\host\\share',
  '{a',
  '00000000-0000-0000-0000-00000000000',
  '00000000000000000000000000000000',
  'g0000000-0000-0000-0000-000000000000',
  'a/b',
  '/~2',
  '-1',
  '(',
  '[a',
  'a**',
  'a=',
  ' ',
  '\u0000',
]
