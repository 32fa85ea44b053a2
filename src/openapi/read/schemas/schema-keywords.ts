// Lists the keywords that the tool reads, and their kinds.
import type { Dialect } from '../state/build.ts'

export type Kind =
  | 'any'
  | 'note'
  | 'flag'
  | 'number'
  | 'bound'
  | 'factor'
  | 'count'
  | 'values'
  | 'examples'
  | 'names'
  | 'type'
  | 'pattern'
  | 'schema'
  | 'items'
  | 'schemas'
  | 'members'
  | 'patterns'
  | 'lists'

const everywhere: Readonly<Record<string, Kind>> = {
  type: 'type',
  ...{ enum: 'values', default: 'any', example: 'any' },
  ...{ title: 'note', description: 'note', format: 'note', pattern: 'pattern' },
  ...{ readOnly: 'flag', writeOnly: 'flag', deprecated: 'flag', uniqueItems: 'flag' },
  ...{ minimum: 'number', maximum: 'number', multipleOf: 'factor' },
  ...{ minLength: 'count', maxLength: 'count', minItems: 'count', maxItems: 'count' },
  ...{ minProperties: 'count', maxProperties: 'count' },
  required: 'names',
  ...{ properties: 'members', additionalProperties: 'schema', items: 'items' },
  ...{ allOf: 'schemas', anyOf: 'schemas', oneOf: 'schemas', not: 'schema' },
}

const until30: Readonly<Record<string, Kind>> = {
  ...{ nullable: 'flag', exclusiveMinimum: 'bound', exclusiveMaximum: 'bound' },
}

const from31: Readonly<Record<string, Kind>> = {
  ...{ const: 'any', examples: 'examples', exclusiveMinimum: 'number', exclusiveMaximum: 'number' },
  ...{ prefixItems: 'schemas', contains: 'schema', minContains: 'count', maxContains: 'count' },
  ...{ unevaluatedItems: 'schema', unevaluatedProperties: 'schema', propertyNames: 'schema' },
  ...{ patternProperties: 'patterns', dependentSchemas: 'members', dependentRequired: 'lists' },
  ...Object.fromEntries(['if', 'then', 'else'].map((keyword) => [keyword, 'schema' as const])),
  ...{ contentEncoding: 'note', contentMediaType: 'note' },
  // Many documents keep this keyword after the conversion from OpenAPI 3.0.
  nullable: 'flag',
}

/** Keywords that do not limit values, or that other code reads. */
const silent: ReadonlySet<string> = new Set([
  ...['$ref', '$id', '$schema', '$anchor', '$dynamicAnchor', '$comment', '$defs', '$vocabulary'],
  ...['definitions', 'discriminator', 'xml', 'externalDocs', 'contentSchema', 'examples', 'id'],
  ...['name', 'in', 'collectionFormat', 'allowEmptyValue', 'schema'],
])

export function kindOf(keyword: string, dialect: Dialect): Kind | undefined {
  const own = dialect === '3.1' ? from31 : until30
  if (Object.hasOwn(own, keyword)) return own[keyword]
  return Object.hasOwn(everywhere, keyword) ? everywhere[keyword] : undefined
}

export function isSilent(keyword: string): boolean {
  return keyword.startsWith('x-') || silent.has(keyword)
}

const usual: readonly string[] = ['string', 'number', 'integer', 'boolean', 'array', 'object']

export function types(dialect: Dialect): readonly string[] {
  // Many documents of OpenAPI 3.0 use the type "null", although it is not allowed.
  return dialect === '2.0' ? [...usual, 'file', 'null'] : [...usual, 'null']
}
