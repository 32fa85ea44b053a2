// Formats: what ajv-formats asserts, and which texts to generate for each.
import { fullFormats } from 'ajv-formats/dist/formats.js'
import type { Json } from '../../base/json.ts'

/**
 * Whether `value` is in the format. A format that nobody defines, and a value of a kind that the format does not
 * speak about, pass (Validation 7.2.1).
 */
export function inFormat(format: string, value: Json): boolean {
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

/** Whether the format is one that is asserted at all. */
export function isKnownFormat(format: string): boolean {
  return Object.hasOwn(fullFormats, format) && !['password', 'binary', 'float', 'double'].includes(format)
}

/** Whether the format speaks about numbers, not strings. */
export function isNumberFormat(format: string): boolean {
  return ['int32', 'int64', 'float', 'double'].includes(format)
}

const letter = '[a-z0-9]'
const label = `${letter}([a-z0-9-]{0,20}${letter})?`
const octet = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const ipv4 = `${octet}(\\.${octet}){3}`
const group = '[0-9a-f]{1,4}'
const year = '(19|20)\\d\\d'
const date = `(${year}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))|(1904|2000|2024)-02-29|0001-01-01|9999-12-31)`
const clock = '([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?'
const zone = '(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)'
const pathCharacter = "([A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-F]{2})"
const query = `(\\?(${pathCharacter}|[/?])*)?`
const fragment = `(#(${pathCharacter}|[/?])*)?`
const host = `${label}(\\.${label}){0,3}`
const pointer = '(/([^~/]|~0|~1)*)*'

// Every pattern describes part of its format, wide enough to be interesting: a format combined with patterns and
// lengths is then one intersection of languages. All are tested against ajv-formats.
const sources: Readonly<Record<string, string>> = {
  date,
  time: `${clock}${zone}|23:59:60Z`,
  'date-time': `${date}T(${clock}${zone}|23:59:60Z)`,
  'iso-time': `${clock}${zone}?`,
  'iso-date-time': `${date}T${clock}${zone}?`,
  duration:
    'P(\\d+Y(\\d+M)?(\\d+D)?|\\d+M(\\d+D)?|\\d+D|\\d+W|(\\d+D)?T(\\d+H(\\d+M)?(\\d+S)?|\\d+M(\\d+S)?|\\d+S))',
  email: `[A-Za-z0-9!#$%&'*+/=?^_\`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_\`{|}~-]+)*@(${label}\\.){1,3}${label}`,
  hostname: `${label}(\\.${label}){0,6}`,
  ipv4,
  ipv6: `(${group}:){7}${group}|::|::1|(${group}:){1,6}:${group}|(${group}:){6}${ipv4}|::ffff:${ipv4}`,
  uri: `(https?|ftp|wss)://([a-z0-9._~-]+@)?(${host}|${ipv4}|\\[::1\\])(:\\d{1,5})?(/${pathCharacter}*)*${query}${fragment}|urn:[a-z]{2,8}:[a-z0-9]+|mailto:[a-z]+@${label}`,
  'uri-reference': `((https?://${host})?(/${pathCharacter}+)*|/|\\.\\./?|${letter}+(/${pathCharacter}+)*)${query}${fragment}`,
  'uri-template': `(https?://${host}/|/)?(${letter}|/|\\{[+#./;?&]?[a-z0-9_]+(:[1-9]\\d{0,2}|\\*)?(,[a-z0-9_]+)*\\})*`,
  url: `https?://([a-z]+\\.){1,3}(com|org|example)(:\\d{2,5})?(/[A-Za-z0-9._~-]*)*`,
  uuid: '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9A-F]{8}-([0-9A-F]{4}-){3}[0-9A-F]{12}',
  'json-pointer': pointer,
  'json-pointer-uri-fragment': '#(/([a-z0-9_.-]|~0|~1|%20)*)*',
  'relative-json-pointer': `(0|[1-9]\\d*)(#|${pointer})`,
  regex:
    '\\^?([a-z0-9 ]|\\[\\^?[a-z]-z\\][*+?]?|\\([a-z]+\\|[a-z]*\\)|\\.[*+]|\\\\[dws]|[a-z]\\{[1-9]\\}|\\\\\\.)*\\$?',
  byte: '([A-Za-z0-9+/]{4})*',
}

/** A pattern of texts that are in the format; undefined where the format leaves every text open. */
export function sourceOf(format: string): string | undefined {
  const source = Object.hasOwn(sources, format) ? sources[format] : undefined
  return source === undefined ? undefined : `^(${source})$`
}

/** Texts that look like each format and are not in it, or that no format accepts. */
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
