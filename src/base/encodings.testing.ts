// Encodings in which a tenant can return received values, for tests of masking.

const hexOf = (text: string): string => Buffer.from(text).toString('hex')
const each = (text: string, write: (code: number) => string): string =>
  [...text].map((character) => write(character.charCodeAt(0))).join('')
const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0')

/** Each entry contains a function that encodes, and a function that decodes all encoded texts. */
export const encodings: Readonly<
  Record<string, readonly [(text: string) => string, (text: string) => string[]]>
> = {
  'JSON escapes': [
    (text) => each(text, (code) => `\\u${hex(code, 4)}`),
    (text) => [
      text.replace(/\\u([\da-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    ],
  ],
  'percent codes': [
    (text) => each(text, (code) => `%${hex(code, 2)}`),
    (text) => [text.replace(/%([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))],
  ],
  'upper-case percent codes': [
    (text) => each(text, (code) => `%${hex(code, 2).toUpperCase()}`),
    (text) => [text.replace(/%([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))],
  ],
  'character references': [
    (text) => each(text, (code) => `&#${code};`),
    (text) => [text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))],
  ],
  'hexadecimal character references': [
    (text) => each(text, (code) => `&#x${hex(code, 2)};`),
    (text) => [text.replace(/&#x([\da-f]+);/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))],
  ],
  hexadecimal: [
    hexOf,
    (text) => [0, 1].map((offset) => Buffer.from(text.slice(offset), 'hex').toString('latin1')),
  ],
  base64: [
    (text) => Buffer.from(text).toString('base64'),
    (text) => [0, 1, 2, 3].map((offset) => Buffer.from(text.slice(offset), 'base64').toString('latin1')),
  ],
  base64url: [
    (text) => Buffer.from(text).toString('base64url'),
    (text) => [0, 1, 2, 3].map((offset) => Buffer.from(text.slice(offset), 'base64').toString('latin1')),
  ],
  'a user and a password': [
    (text) => Buffer.from(`a-client:${text}`).toString('base64'),
    (text) => [0, 1, 2, 3].map((offset) => Buffer.from(text.slice(offset), 'base64').toString('latin1')),
  ],
  'JSON in JSON': [
    (text) => JSON.stringify({ secret: text }),
    (text) => [text.replaceAll('\\"', '"').replaceAll('\\\\', '\\')],
  ],
  'line breaks': [(text) => text.replace(/.{7}/g, '$&\r\n'), (text) => [text.replace(/\s+/g, '')]],
}
