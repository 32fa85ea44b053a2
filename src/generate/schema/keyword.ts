// The keywords of draft 2020-12, and the subschemas that they contain.

export type Holds = 'schema' | 'list' | 'named' | 'nothing'

const holding: Readonly<Record<Exclude<Holds, 'nothing'>, readonly string[]>> = {
  schema: [
    'not',
    'if',
    'then',
    'else',
    'items',
    'contains',
    'additionalProperties',
    'propertyNames',
    'unevaluatedItems',
    'unevaluatedProperties',
    'contentSchema',
  ],
  list: ['allOf', 'anyOf', 'oneOf', 'prefixItems'],
  named: ['$defs', 'definitions', 'properties', 'patternProperties', 'dependentSchemas'],
}

const plain = [
  '$id $schema $ref $anchor $dynamicRef $dynamicAnchor $vocabulary $comment',
  'type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern',
  'maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired',
  'format contentEncoding contentMediaType',
  'title description default deprecated readOnly writeOnly examples',
]

const table = new Map<string, Holds>(
  plain.flatMap((line) => line.split(' ')).map((name) => [name, 'nothing']),
)
for (const holds of ['schema', 'list', 'named'] as const) {
  for (const name of holding[holds]) table.set(name, holds)
}

export function holdsOf(keyword: string): Holds | undefined {
  return table.get(keyword)
}
