// The grammars of formats from RFCs, as patterns (with the flag u).

const label = '[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const octet = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
export const ipv4 = `${octet}(\\.${octet}){3}`
const group = '[0-9A-Fa-f]{1,4}'
const last = `(${group}:${group}|${ipv4})`
const upTo = (count: number): string => `((${group}:){0,${count}}${group})?`
const ipv6 = [
  `(${group}:){6}${last}`,
  `::(${group}:){5}${last}`,
  `(${group})?::(${group}:){4}${last}`,
  `${upTo(1)}::(${group}:){3}${last}`,
  `${upTo(2)}::(${group}:){2}${last}`,
  `${upTo(3)}::${group}:${last}`,
  `${upTo(4)}::${last}`,
  `${upTo(5)}::${group}`,
  `${upTo(6)}::`,
].join('|')

// The rules ucschar and iprivate of RFC 3987.
const ucs =
  '\\u{A0}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFEF}\\u{10000}-\\u{1FFFD}\\u{20000}-\\u{2FFFD}\\u{30000}-\\u{3FFFD}\\u{40000}-\\u{DFFFD}\\u{E1000}-\\u{EFFFD}'
const privateUse = '\\u{E000}-\\u{F8FF}\\u{F0000}-\\u{FFFFD}\\u{100000}-\\u{10FFFD}'

/**
 * Returns patterns of URIs (RFC 3986) or IRIs (RFC 3987).
 * @param more characters that only IRIs allow
 */
function identifiers(more: string, inQuery: string): { absolute: string; relative: string } {
  const unreserved = `A-Za-z0-9._~${more}\\-`
  const encoded = '%[0-9A-Fa-f]{2}'
  const character = `([${unreserved}!$&'()*+,;=:@]|${encoded})`
  const noColon = `([${unreserved}!$&'()*+,;=@]|${encoded})`
  const name = `([${unreserved}!$&'()*+,;=]|${encoded})*`
  const user = `([${unreserved}!$&'()*+,;=:]|${encoded})*@`
  const host = `(\\[(${ipv6}|v[0-9A-Fa-f]+\\.[A-Za-z0-9._~!$&'()*+,;=:-]+)\\]|${name})`
  const authority = `(${user})?${host}(:\\d*)?`
  const tail = `(\\?(${character}|[/?${inQuery}])*)?(#(${character}|[/?])*)?`
  const rooted = `/(${character}+(/${character}*)*)?`
  return {
    absolute: `[A-Za-z][A-Za-z0-9+.-]*:(//${authority}(/${character}*)*|${rooted}|${character}+(/${character}*)*|)${tail}`,
    relative: `(//${authority}(/${character}*)*|${rooted}|${noColon}+(/${character}*)*|)${tail}`,
  }
}

const uri = identifiers('', '')
const iri = identifiers(ucs, privateUse)
const atom = (more: string): string => `[A-Za-z0-9!#$%&'*+/=?^_\`{|}~${more}-]+`
const local = (more: string): string => `${atom(more)}(\\.${atom(more)})*`
const quoted = '"([^"\\\\]|\\\\.)*"'
const variable = '([A-Za-z0-9_]|%[0-9A-Fa-f]{2})'
const variables = `${variable}+(\\.${variable}+)*(:[1-9]\\d{0,3}|\\*)?`
const literal = `([\\x21\\x23\\x24\\x26\\x28-\\x3B\\x3D\\x3F-\\x5B\\x5D\\x5F\\x61-\\x7A\\x7E${ucs}${privateUse}]|%[0-9A-Fa-f]{2})`
const duration =
  'P((\\d+D|\\d+M(\\d+D)?|\\d+Y(\\d+M(\\d+D)?)?)(T(\\d+H(\\d+M(\\d+S)?)?|\\d+M(\\d+S)?|\\d+S))?|T(\\d+H(\\d+M(\\d+S)?)?|\\d+M(\\d+S)?|\\d+S)|\\d+W)'
export const jsonPointer = '(/([^~/]|~[01])*)*'

/** Patterns of texts that are valid in every interpretation of the RFC. */
export const strict: Readonly<Record<string, string>> = {
  time: '([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)',
  'date-time':
    '\\d{4}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)',
  duration,
  email: `${local('')}@${label}(\\.${label})+`,
  'idn-email': `${local(ucs)}@${label}(\\.${label})+`,
  hostname: `${label}(\\.${label})*`,
  'idn-hostname': `${label}(\\.${label})*`,
  ipv4,
  ipv6,
  uri: uri.absolute,
  'uri-reference': `${uri.absolute}|${uri.relative}`,
  iri: iri.absolute,
  'iri-reference': `${iri.absolute}|${iri.relative}`,
  'uri-template': `(${literal}|\\{[+#./;?&]?${variables}(,${variables})*\\})*`,
  uuid: '[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}',
  'json-pointer': jsonPointer,
  'relative-json-pointer': `(0|[1-9]\\d*)(#|${jsonPointer})`,
}

/** Patterns of texts that are valid in some interpretation of the RFC. */
export const loose: Readonly<Record<string, string>> = {
  time: '\\d\\d:\\d\\d:(\\d\\d)(\\.\\d+)?([Zz]|[+-]\\d\\d:?(\\d\\d)?)',
  'date-time': '\\d{4}-\\d\\d-\\d\\d[Tt\\s]\\d\\d:\\d\\d:(60)(\\.\\d+)?([Zz]|[+-]\\d\\d:?(\\d\\d)?)',
  email: `(${local(ucs)}|${quoted})@.+`,
  'idn-email': `(${local('\\u{80}-\\u{10FFFF}')}|${quoted})@.+`,
  hostname: '[A-Za-z0-9.-]*[A-Za-z0-9]\\.?',
  'idn-hostname': '[^\\s_/:@]+',
  'uri-template': `(${literal}|'|\\{[+#./;?&=,!@|]?${variables}(,${variables})*\\})*`,
  'relative-json-pointer': `(0|[1-9]\\d*)([+-](0|[1-9]\\d*))?(#|${jsonPointer})`,
}
