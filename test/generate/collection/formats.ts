// Schemas with formats, each format alone and with other keywords.
import type { Schemas } from '../schemas.ts'

export const formats: Schemas = Object.fromEntries(
  [
    'date-time date time duration email hostname ipv4 ipv6 uri uri-reference uuid json-pointer regex',
    'uri-template relative-json-pointer iso-time iso-date-time json-pointer-uri-fragment url byte unknown-format',
  ]
    .flatMap((line) => line.split(' '))
    .map((format) => [`format ${format}`, { type: 'string', format }]),
)

export const formatsCombined: Schemas = {
  httpsUri: { type: 'string', format: 'uri', pattern: '^https://' },
  longUri: { type: 'string', format: 'uri', minLength: 200, maxLength: 220 },
  shortEmail: { type: 'string', format: 'email', maxLength: 8 },
  utc: { type: 'string', format: 'date-time', pattern: 'Z$' },
  summer: { type: 'string', format: 'date', pattern: '^\\d{4}-07-' },
  notUuid: { type: 'string', not: { format: 'uuid' } },
  emailAndNot: { type: 'string', format: 'email', not: { pattern: 'example' } },
  twoFormats: { type: 'string', allOf: [{ format: 'uri-reference' }, { format: 'hostname' }] },
  int32: { type: 'number', format: 'int32' },
  formatAnyKind: { format: 'ipv4' },
}
