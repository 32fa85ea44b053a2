// Schemas of this project that together use all keywords of draft 2020-12, each keyword alone and in
// combinations.
// biome-ignore-all lint/suspicious/noThenProperty: a keyword of JSON Schema
import { byGroup, type Schemas } from './schemas.ts'

const strings: Schemas = {
  anyString: { type: 'string' },
  exactLength: { type: 'string', minLength: 3, maxLength: 3 },
  emptyOnly: { type: 'string', maxLength: 0 },
  long: { type: 'string', minLength: 900 },
  fractionalBound: { type: 'string', minLength: 2.0, maxLength: 4.0 },
  anchored: { type: 'string', pattern: '^[A-Z]{2}\\d{3}$' },
  unanchored: { type: 'string', pattern: 'b+c' },
  patternAndLengths: { type: 'string', pattern: '^[a-c]*x', minLength: 20, maxLength: 22 },
  patternLongerThanUsual: { type: 'string', pattern: '^ab', minLength: 130, maxLength: 140 },
  emptyPattern: { type: 'string', pattern: '' },
  endOnly: { type: 'string', pattern: 'z$', maxLength: 2 },
  eitherEnd: { type: 'string', pattern: '^a|b$', minLength: 1 },
  password: { type: 'string', pattern: '^(?=.*\\d)(?=.*[a-z])(?=.*[A-Z]).{8,}$' },
  lookAheadNegative: { type: 'string', pattern: '^(?!admin)[a-z]{5}$' },
  lookBehind: { type: 'string', pattern: '(?<=a)b' },
  wordBoundary: { type: 'string', pattern: '\\bfoo\\b' },
  backReference: { type: 'string', pattern: '^(a|b|c)x\\1$' },
  namedGroup: { type: 'string', pattern: '^(?<year>\\d{4})-(?<month>\\d{2})$' },
  letters: { type: 'string', pattern: '^\\p{L}+$' },
  greek: { type: 'string', pattern: '^\\p{Script=Greek}{2,4}$' },
  astral: { type: 'string', pattern: '^\\u{1F600}{2}$' },
  astralLength: { type: 'string', pattern: '^.$', minLength: 1, maxLength: 1 },
  negatedClass: { type: 'string', pattern: '^[^a-z\\s]{1,5}$' },
  lazy: { type: 'string', pattern: '^a+?b{2,}?$' },
  whitespace: { type: 'string', pattern: '^\\s\\S\\w\\W\\d\\D$' },
  twoPatterns: { type: 'string', allOf: [{ pattern: '^a' }, { pattern: 'z$' }, { pattern: '\\d{2}' }] },
  excludedPattern: { type: 'string', pattern: '^[a-z]{2,3}$', not: { pattern: 'b' } },
  dots: { type: 'string', pattern: '^[a-z]{1,63}(\\.[a-z]{1,63})+$', maxLength: 40 },
  finitePattern: { type: 'string', pattern: '^(yes|no|maybe)$' },
  finiteWithout: { type: 'string', pattern: '^(yes|no|maybe)$', not: { enum: ['no', 'maybe'] } },
  countedLarge: { type: 'string', pattern: '^[ab]{100,200}$' },
  anchoredInside: { type: 'string', pattern: '(^|,)x(,|$)', minLength: 5 },
  nullCharacter: { type: 'string', pattern: '^\\0$' },
  hexEscapes: { type: 'string', pattern: '^\\x41\\u0042\\cJ$' },
  patternAnyKind: { pattern: '^x' },
}

const formats: Schemas = Object.fromEntries(
  [
    'date-time date time duration email hostname ipv4 ipv6 uri uri-reference uuid json-pointer regex',
    'uri-template relative-json-pointer iso-time iso-date-time json-pointer-uri-fragment url byte unknown-format',
  ]
    .flatMap((line) => line.split(' '))
    .map((format) => [`format ${format}`, { type: 'string', format }]),
)

const formatsCombined: Schemas = {
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

const numbers: Schemas = {
  anyNumber: { type: 'number' },
  anyInteger: { type: 'integer' },
  between: { type: 'integer', minimum: 3, maximum: 5 },
  exclusive: { type: 'integer', exclusiveMinimum: 3, exclusiveMaximum: 5 },
  bothMinimums: { type: 'number', minimum: 3, exclusiveMinimum: 3 },
  tiny: { type: 'number', exclusiveMinimum: 0, maximum: 0.001 },
  single: { type: 'number', minimum: 0.1, maximum: 0.1 },
  huge: { type: 'integer', minimum: 1e20 },
  hugeNegative: { type: 'number', maximum: -1e300 },
  cents: { type: 'number', multipleOf: 0.01 },
  centsBetween: { type: 'number', multipleOf: 0.01, minimum: 4.3, maximum: 4.4 },
  tenths: { type: 'number', multipleOf: 0.1, minimum: 0 },
  small: { type: 'number', multipleOf: 0.0001 },
  sevens: { type: 'integer', multipleOf: 7, exclusiveMinimum: 7, maximum: 30 },
  twoMultiples: { type: 'integer', allOf: [{ multipleOf: 4 }, { multipleOf: 6 }] },
  mixedMultiples: { type: 'number', allOf: [{ multipleOf: 0.5 }, { multipleOf: 0.3 }] },
  integerOfHalves: { type: 'integer', multipleOf: 2.5 },
  odd: { type: 'integer', not: { multipleOf: 2 } },
  fraction: { type: 'number', not: { type: 'integer' } },
  notBetween: { type: 'number', not: { minimum: 0, maximum: 100 } },
  fractional: { type: 'number', minimum: 1.5, maximum: 1.75 },
  integerAsNumber: { type: 'number', multipleOf: 1.0 },
  zeroOnly: { type: 'integer', minimum: 0, maximum: 0 },
  boundsOnly: { minimum: 5 },
  hardMultiple: { type: 'integer', multipleOf: 0.123456789 },
  beyondSafe: { type: 'integer', maximum: -9007199254740992 },
  largeMultiple: { type: 'integer', multipleOf: 1e15 },
}

const plain: Schemas = {
  anything: true,
  empty: {},
  annotated: { title: 't', description: 'd', default: 1, examples: [1], deprecated: true, $comment: 'c' },
  annotation: { type: 'string', 'x-clauses': { type: 'a' }, readOnly: true },
  null: { type: 'null' },
  boolean: { type: 'boolean' },
  list: { type: ['string', 'null'] },
  allKinds: { type: ['null', 'boolean', 'integer', 'string', 'array', 'object'] },
  enum: { enum: ['a', 1, null, true, [1], { a: 1 }] },
  enumTyped: { type: 'string', enum: ['a', 1, null, 'bb', 'ccc'], minLength: 2 },
  constDeep: { const: { a: [1, { b: null }], c: 'd' } },
  constFalse: { const: false },
  constZero: { const: 0 },
  constProto: { const: JSON.parse('{"__proto__": 1}') },
  enumObjects: { type: 'object', enum: [{ a: 1 }, { a: 2 }, {}], required: ['a'] },
  notConst: { type: 'integer', minimum: 1, maximum: 3, not: { const: 2 } },
  notEnum: { type: 'boolean', not: { enum: [true] } },
  notDeep: { type: 'array', items: { const: 1 }, maxItems: 2, not: { const: [1] } },
}

const arrays: Schemas = {
  anyArray: { type: 'array' },
  exactly: { type: 'array', minItems: 2, maxItems: 2 },
  none: { type: 'array', maxItems: 0 },
  items: { type: 'array', items: { type: 'integer' } },
  itemsFalse: { type: 'array', items: false },
  itemsImpossible: { type: 'array', items: { type: 'string', enum: [1] } },
  prefix: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }] },
  prefixClosed: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
  prefixAndItems: { type: 'array', prefixItems: [{ const: 'a' }], items: { type: 'integer' }, minItems: 3 },
  prefixImpossible: { type: 'array', prefixItems: [true, false, true] },
  contains: { type: 'array', contains: { const: 7 } },
  containsMany: { type: 'array', contains: { type: 'integer' }, minContains: 2, maxContains: 3 },
  containsNone: { type: 'array', contains: { type: 'integer' }, minContains: 0, maxContains: 1, minItems: 3 },
  containsAndItems: { type: 'array', items: { type: 'integer' }, contains: { minimum: 100 }, maxItems: 2 },
  containsPrefix: {
    type: 'array',
    prefixItems: [{ type: 'integer' }],
    items: false,
    contains: { multipleOf: 3 },
  },
  containsTwo: {
    type: 'array',
    maxItems: 1,
    allOf: [{ contains: { minimum: 5 } }, { contains: { maximum: 9 } }],
  },
  containsTwoApart: { type: 'array', allOf: [{ contains: { const: 1 } }, { contains: { const: 2 } }] },
  containsAll: { type: 'array', contains: true, minContains: 2 },
  maxContainsOnly: { type: 'array', contains: { type: 'string' }, maxContains: 1, minItems: 2 },
  unique: { type: 'array', uniqueItems: true, items: { type: 'integer' }, minItems: 3 },
  uniqueBooleans: { type: 'array', uniqueItems: true, items: { type: 'boolean' }, minItems: 2 },
  uniqueEnum: { type: 'array', uniqueItems: true, items: { enum: [1, 2, 3, 'a'] }, minItems: 4 },
  uniqueObjects: {
    type: 'array',
    uniqueItems: true,
    minItems: 2,
    items: {
      type: 'object',
      properties: { a: { type: 'boolean' } },
      additionalProperties: false,
      required: ['a'],
    },
  },
  uniquePrefix: {
    type: 'array',
    uniqueItems: true,
    prefixItems: [{ type: 'boolean' }, { type: 'boolean' }],
    minItems: 2,
  },
  notUnique: { type: 'array', not: { uniqueItems: true } },
  notUniqueItems: { type: 'array', items: { type: 'integer' }, not: { uniqueItems: true }, maxItems: 3 },
  nested: { type: 'array', items: { type: 'array', items: { type: 'array', items: { type: 'null' } } } },
  matrix: {
    type: 'array',
    minItems: 2,
    items: { type: 'array', minItems: 2, maxItems: 2, items: { type: 'number' } },
  },
  notAllIntegers: { type: 'array', not: { items: { type: 'integer' } } },
  notContains: { type: 'array', not: { contains: { type: 'string' } }, minItems: 1 },
  manyItems: { type: 'array', minItems: 60, items: { type: 'null' } },
  unevaluatedItems: { type: 'array', prefixItems: [{ type: 'string' }], unevaluatedItems: false },
  unevaluatedItemsAllOf: {
    type: 'array',
    allOf: [{ prefixItems: [true, { type: 'integer' }] }],
    prefixItems: [{ type: 'string' }],
    unevaluatedItems: { type: 'boolean' },
  },
  unevaluatedItemsAnyOf: {
    type: 'array',
    anyOf: [{ prefixItems: [{ const: 'a' }, true] }, { prefixItems: [{ const: 'b' }] }],
    unevaluatedItems: false,
    minItems: 1,
  },
  unevaluatedItemsContains: {
    type: 'array',
    contains: { type: 'integer' },
    unevaluatedItems: { type: 'string' },
    minItems: 2,
  },
  unevaluatedItemsFound: {
    type: 'array',
    prefixItems: [{ type: 'string' }],
    contains: { type: 'integer' },
    unevaluatedItems: false,
  },
  unevaluatedItemsOnly: { type: 'array', unevaluatedItems: { type: 'integer' }, minItems: 1 },
  notUnevaluatedItems: { type: 'array', not: { prefixItems: [{ type: 'string' }], unevaluatedItems: false } },
}

const objects: Schemas = {
  anyObject: { type: 'object' },
  required: { type: 'object', required: ['a', 'b'] },
  requiredTyped: { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] },
  closed: { type: 'object', properties: { a: { type: 'integer' } }, additionalProperties: false },
  closedEmpty: { type: 'object', additionalProperties: false },
  additional: {
    type: 'object',
    properties: { a: true },
    additionalProperties: { type: 'integer' },
    minProperties: 3,
  },
  forbidden: { type: 'object', properties: { a: false, b: { type: 'string' } } },
  patternNames: { type: 'object', patternProperties: { '^x-': { type: 'integer' } }, minProperties: 1 },
  patternOnly: {
    type: 'object',
    patternProperties: { '^x-': { type: 'integer' } },
    additionalProperties: false,
    minProperties: 2,
  },
  patternsOverlap: {
    type: 'object',
    patternProperties: { '^a': { type: 'integer' }, z$: { minimum: 10 } },
    properties: { az: { maximum: 20 } },
    required: ['az', 'aaz'],
    additionalProperties: false,
  },
  patternsContradict: {
    type: 'object',
    patternProperties: { '^a': { type: 'integer' }, z$: { type: 'string' } },
    additionalProperties: false,
    minProperties: 2,
  },
  propertyAndPattern: {
    type: 'object',
    properties: { ab: { type: 'integer' } },
    patternProperties: { '^a': { minimum: 3 } },
    required: ['ab'],
  },
  names: { type: 'object', propertyNames: { pattern: '^[a-z]{2}$' }, minProperties: 2 },
  namesLength: { type: 'object', propertyNames: { maxLength: 3, minLength: 2 }, minProperties: 1 },
  namesEnum: { type: 'object', propertyNames: { enum: ['a', 'b', 'c'] }, minProperties: 3 },
  namesFew: { type: 'object', propertyNames: { pattern: '^[ab]$' }, minProperties: 2 },
  namesFalse: { type: 'object', propertyNames: false },
  namesFormat: { type: 'object', propertyNames: { format: 'uuid' }, minProperties: 1 },
  namesAndRequired: {
    type: 'object',
    propertyNames: { pattern: 'a' },
    properties: { b: { type: 'string' }, a: { type: 'integer' } },
    required: ['a'],
  },
  counts: { type: 'object', minProperties: 2, maxProperties: 3 },
  countsOptional: {
    type: 'object',
    properties: { a: {}, b: {}, c: {} },
    additionalProperties: false,
    minProperties: 2,
    maxProperties: 2,
  },
  maxBelowOptional: {
    type: 'object',
    properties: { a: { type: 'null' }, b: {}, c: {} },
    required: ['b'],
    maxProperties: 1,
  },
  dependentRequired: {
    type: 'object',
    properties: { card: { type: 'string' } },
    dependentRequired: { card: ['address'], address: ['city'] },
  },
  dependentForced: { type: 'object', required: ['card'], dependentRequired: { card: ['address'] } },
  dependentSchemas: {
    type: 'object',
    properties: { a: { type: 'integer' } },
    dependentSchemas: {
      a: { required: ['b'], properties: { b: { type: 'string', minLength: 2 } } },
      c: false,
    },
  },
  protoName: {
    type: 'object',
    properties: JSON.parse('{"__proto__": {"type": "integer"}}'),
    required: ['__proto__'],
  },
  constructorName: {
    type: 'object',
    properties: { constructor: { type: 'integer' } },
    required: ['constructor'],
  },
  oddNames: {
    type: 'object',
    properties: { 'a/b': { type: 'integer' }, 'c~d': { type: 'string' }, '': { type: 'null' } },
    required: ['a/b', 'c~d', ''],
  },
  notRequired: { type: 'object', not: { required: ['a'] }, minProperties: 1 },
  notProperty: { type: 'object', required: ['a'], not: { properties: { a: { type: 'string' } } } },
  notAdditional: { type: 'object', not: { properties: { a: true }, additionalProperties: false } },
  notPattern: { type: 'object', not: { patternProperties: { '^x': { type: 'string' } } } },
  notNames: { type: 'object', not: { propertyNames: { maxLength: 2 } } },
  unevaluated: { type: 'object', properties: { a: { type: 'integer' } }, unevaluatedProperties: false },
  unevaluatedAllOf: {
    type: 'object',
    allOf: [{ properties: { a: { type: 'integer' } } }, { patternProperties: { '^b': true } }],
    properties: { c: {} },
    unevaluatedProperties: false,
    minProperties: 2,
  },
  unevaluatedAnyOf: {
    type: 'object',
    anyOf: [
      { properties: { kind: { const: 'a' }, one: { type: 'integer' } }, required: ['kind'] },
      { properties: { kind: { const: 'b' }, two: { type: 'string' } }, required: ['kind'] },
    ],
    unevaluatedProperties: false,
  },
  unevaluatedTyped: {
    type: 'object',
    allOf: [{ properties: { a: true } }],
    unevaluatedProperties: { type: 'integer' },
    minProperties: 2,
  },
  unevaluatedIf: {
    type: 'object',
    if: { properties: { k: { const: 1 } }, required: ['k'] },
    then: { properties: { x: { type: 'string' } }, required: ['x'] },
    else: { properties: { y: { type: 'integer' } } },
    unevaluatedProperties: false,
  },
  unevaluatedRef: {
    type: 'object',
    $ref: '#/$defs/base',
    properties: { b: true },
    unevaluatedProperties: false,
    $defs: { base: { properties: { a: { type: 'null' } }, required: ['a'] } },
  },
  unevaluatedNested: {
    type: 'object',
    allOf: [{ properties: { a: true }, unevaluatedProperties: { type: 'integer' } }],
    properties: { b: { type: 'integer' } },
    unevaluatedProperties: false,
  },
  notUnevaluated: { type: 'object', not: { properties: { a: true }, unevaluatedProperties: false } },
  allOfClosed: {
    allOf: [
      { type: 'object', properties: { a: {}, b: {} }, additionalProperties: false },
      { properties: { b: { type: 'integer' } }, required: ['b'] },
    ],
  },
}

const combined: Schemas = {
  allOf: { allOf: [{ type: 'string' }, { minLength: 2 }, { maxLength: 4 }] },
  anyOf: {
    anyOf: [
      { type: 'string', minLength: 3 },
      { type: 'integer', minimum: 10 },
    ],
  },
  anyOfSiblings: {
    type: 'object',
    properties: { a: { type: 'integer' }, b: { type: 'integer' } },
    anyOf: [{ required: ['a'] }, { required: ['b'] }],
  },
  anyOfOneImpossible: { type: 'string', anyOf: [{ type: 'integer' }, { maxLength: 2 }] },
  oneOf: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
  oneOfOverlap: {
    oneOf: [
      { type: 'integer', multipleOf: 3 },
      { type: 'integer', multipleOf: 5 },
    ],
  },
  oneOfRequired: { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }, { required: ['c'] }] },
  oneOfDiscriminated: {
    oneOf: ['cat', 'dog', 'bird', 'fish'].map((kind) => ({
      type: 'object',
      properties: { kind: { const: kind }, [kind]: { type: 'string', minLength: 1 } },
      required: ['kind', kind],
      additionalProperties: false,
    })),
  },
  oneOfSame: { oneOf: [{ minimum: 2 }, { maximum: 8 }], type: 'integer' },
  not: { not: { type: 'string' } },
  notNot: { not: { not: { type: 'integer', minimum: 2 } } },
  notAllOf: { type: 'integer', not: { allOf: [{ minimum: 0 }, { maximum: 10 }] } },
  notAnyOf: { type: 'integer', not: { anyOf: [{ minimum: 10 }, { maximum: 0 }] } },
  notOneOf: { type: 'integer', not: { oneOf: [{ multipleOf: 2 }, { multipleOf: 3 }] } },
  notObject: { type: 'object', not: { required: ['a'], properties: { a: { type: 'integer' } } } },
  notEmpty: { not: { enum: ['', null, 0, false] } },
  ifThenElse: {
    type: 'object',
    properties: { country: { enum: ['US', 'NL'] }, code: { type: 'string' } },
    required: ['country', 'code'],
    if: { properties: { country: { const: 'US' } } },
    then: { properties: { code: { pattern: '^\\d{5}$' } } },
    else: { properties: { code: { pattern: '^\\d{4}[A-Z]{2}$' } } },
  },
  ifThenOnly: { type: 'integer', if: { minimum: 10 }, then: { multipleOf: 10 } },
  ifElseOnly: { if: { type: 'string' }, else: { type: 'null' } },
  ifAlone: { if: { type: 'string' }, type: 'integer' },
  ifFalse: { if: false, then: false, else: { type: 'integer' } },
  notIf: { not: { if: { type: 'string' }, else: { type: 'integer' } } },
  typeFromAllOf: { allOf: [{ type: ['string', 'integer'] }, { type: ['integer', 'null'] }] },
  booleanInAllOf: { allOf: [true, { type: 'integer' }] },
  booleanInAnyOf: { anyOf: [false, { type: 'integer' }] },
  manyAnyOf: {
    allOf: Array.from({ length: 8 }, (_, index) => ({
      anyOf: [{ required: [`a${index}`] }, { required: [`b${index}`] }, { required: [`c${index}`] }],
    })),
    type: 'object',
  },
  numbersOrStrings: { type: ['number', 'string'], minimum: 5, minLength: 2, multipleOf: 0.5, pattern: 'x' },
  anyOfNested: {
    anyOf: [{ allOf: [{ type: 'array' }, { minItems: 1 }] }, { oneOf: [{ type: 'null' }, { const: 3 }] }],
  },
}

const references: Schemas = {
  ref: { $ref: '#/$defs/a', $defs: { a: { type: 'integer' } } },
  refSiblings: { $ref: '#/$defs/a', minimum: 5, $defs: { a: { type: 'integer', maximum: 9 } } },
  refEscaped: { $ref: '#/$defs/a~1b%25c', $defs: { 'a/b%c': { type: 'null' } } },
  refChain: {
    $ref: '#/$defs/a',
    $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/c' }, c: { const: 1 } },
  },
  refIntoProperties: {
    type: 'object',
    properties: { a: { type: 'integer' }, b: { $ref: '#/properties/a' } },
    required: ['b'],
  },
  anchor: { $ref: '#here', $defs: { x: { $anchor: 'here', type: 'boolean' } } },
  identified: {
    $id: 'https://example.test/root.json',
    $ref: 'item',
    $defs: { x: { $id: 'item', type: 'integer' } },
  },
  relativeIds: {
    $id: 'https://example.test/a/root',
    properties: { p: { $ref: 'b/leaf#deep' } },
    required: ['p'],
    type: 'object',
    $defs: { leaf: { $id: 'b/leaf', $defs: { d: { $anchor: 'deep', const: 'deep' } } } },
  },
  urn: {
    $id: 'urn:example:root',
    type: 'object',
    properties: { a: { $ref: 'urn:example:leaf' } },
    required: ['a'],
    $defs: { l: { $id: 'urn:example:leaf', type: 'null' } },
  },
  list: {
    type: 'object',
    properties: { value: { type: 'integer' }, next: { $ref: '#' } },
    required: ['value'],
    additionalProperties: false,
  },
  tree: {
    $ref: '#/$defs/node',
    $defs: {
      node: {
        type: 'object',
        properties: { children: { type: 'array', items: { $ref: '#/$defs/node' } } },
        required: ['children'],
        additionalProperties: false,
      },
    },
  },
  deepTree: {
    $ref: '#/$defs/node',
    $defs: {
      node: {
        type: 'object',
        properties: { l: { $ref: '#/$defs/node' }, r: { $ref: '#/$defs/node' }, v: { type: 'boolean' } },
        required: ['v'],
        additionalProperties: false,
      },
    },
  },
  mutual: {
    $ref: '#/$defs/a',
    $defs: {
      a: { type: 'object', properties: { b: { $ref: '#/$defs/b' } }, required: ['b'] },
      b: { type: 'array', items: { $ref: '#/$defs/a' } },
    },
  },
  expression: {
    $ref: '#/$defs/e',
    $defs: {
      e: {
        oneOf: [
          { type: 'integer' },
          {
            type: 'array',
            prefixItems: [{ enum: ['+', '*'] }, { $ref: '#/$defs/e' }, { $ref: '#/$defs/e' }],
            items: false,
            minItems: 3,
          },
        ],
      },
    },
  },
  recursiveNot: {
    $ref: '#/$defs/a',
    $defs: { a: { type: 'object', properties: { x: { not: { $ref: '#/$defs/a' } } }, required: ['x'] } },
  },
  json: {
    $ref: '#/$defs/json',
    $defs: {
      json: {
        type: ['null', 'boolean', 'number', 'string', 'array', 'object'],
        items: { $ref: '#/$defs/json' },
        additionalProperties: { $ref: '#/$defs/json' },
      },
    },
  },
  metaSchema: { $ref: 'https://json-schema.org/draft/2020-12/schema' },

  recursiveUnique: { type: 'array', uniqueItems: true, items: { $ref: '#' } },
}

const realistic: Schemas = {
  stream: {
    type: 'object',
    additionalProperties: false,
    required: ['name', 'destination'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 128 },
      subscriptions: {
        type: 'array',
        minItems: 1,
        uniqueItems: true,
        items: {
          type: 'object',
          required: ['event_type'],
          properties: { event_type: { type: 'string', pattern: '^[a-z]+(\\.[a-z]+)+$' } },
        },
      },
      destination: {
        oneOf: [
          {
            type: 'object',
            required: ['type', 'configuration'],
            properties: {
              type: { const: 'webhook' },
              configuration: {
                type: 'object',
                required: ['webhook_endpoint'],
                properties: {
                  webhook_endpoint: { type: 'string', format: 'uri', pattern: '^https://' },
                  retries: { type: 'integer', minimum: 0, maximum: 5 },
                },
              },
            },
          },
          {
            type: 'object',
            required: ['type', 'configuration'],
            properties: {
              type: { const: 'action' },
              configuration: {
                type: 'object',
                required: ['action_id'],
                properties: { action_id: { type: 'string', minLength: 1 } },
              },
            },
          },
        ],
      },
      status: { enum: ['enabled', 'disabled'] },
    },
  },
  policy: {
    type: 'object',
    required: ['consumer', 'configuration'],
    properties: {
      consumer: { type: 'string', enum: ['client', 'user'] },
      consumer_selector: { type: 'string', maxLength: 255 },
      configuration: {
        type: 'object',
        required: ['action'],
        properties: {
          action: { enum: ['allow', 'block', 'log'] },
          limit: { type: 'integer', minimum: 1, maximum: 100000 },
          redirect: { type: 'string', format: 'uri' },
        },
        if: { properties: { action: { const: 'block' } }, required: ['action'] },
        then: { required: ['limit'] },
      },
    },
  },
  key: {
    type: 'object',
    required: ['keys'],
    properties: {
      keys: {
        type: 'array',
        minItems: 1,
        maxItems: 10,
        items: {
          type: 'object',
          required: ['kty'],
          properties: {
            kty: { enum: ['EC', 'RSA'] },
            kid: { type: 'string' },
            use: { const: 'sig' },
            key_ops: { type: 'array', items: { enum: ['verify'] }, uniqueItems: true },
          },
          allOf: [
            {
              if: { properties: { kty: { const: 'RSA' } } },
              then: {
                required: ['n', 'e'],
                properties: { n: { type: 'string' }, e: { type: 'string' } },
              },
            },
            { if: { properties: { kty: { const: 'EC' } } }, then: { required: ['crv', 'x', 'y'] } },
          ],
        },
      },
    },
  },
}

/** The schemas by group. Most schemas have valid values and also violations. */
export const collection: Schemas = byGroup({
  strings,
  formats,
  formatsCombined,
  numbers,
  plain,
  arrays,
  objects,
  combined,
  references,
  realistic,
})

export const unsatisfiable: Schemas = {
  false: false,
  notTrue: { not: true },
  kinds: { type: 'string', enum: [1] },
  allOfKinds: { allOf: [{ type: 'string' }, { type: 'integer' }] },
  lengths: { type: 'string', minLength: 3, maxLength: 2 },
  pattern: { type: 'string', pattern: '^a{3}$', maxLength: 2 },
  patterns: { type: 'string', allOf: [{ pattern: '^a' }, { pattern: '^b' }] },
  anchors: { type: 'string', pattern: 'a^b' },
  format: { type: 'string', format: 'uuid', maxLength: 10 },
  bounds: { type: 'number', minimum: 3, exclusiveMaximum: 3 },
  noMultiple: { type: 'integer', minimum: 1, maximum: 6, multipleOf: 7 },
  tooFewValues: { type: 'array', uniqueItems: true, items: { type: 'boolean' }, minItems: 3 },
  containsNothing: { type: 'array', contains: false },
  containsClash: { type: 'array', items: { type: 'integer' }, contains: { type: 'string' } },
  containsTooMany: { type: 'array', contains: true, minContains: 3, maxItems: 2 },
  requiredClosed: { type: 'object', required: ['a'], additionalProperties: false },
  requiredNames: { type: 'object', required: ['a'], propertyNames: { pattern: '^b' } },
  requiredCount: { type: 'object', required: ['a', 'b'], maxProperties: 1 },
  tooFewNames: { type: 'object', propertyNames: { enum: ['a', 'b'] }, minProperties: 3 },
  infinite: { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] },
  infiniteArray: {
    $ref: '#/$defs/a',
    $defs: { a: { type: 'array', items: { $ref: '#/$defs/a' }, minItems: 1 } },
  },
  deep: {
    type: 'object',
    properties: { a: { type: 'array', items: { type: 'null', enum: [1] }, minItems: 1 } },
    required: ['a'],
  },
  oneOfTwice: { oneOf: [{ type: 'integer' }, { type: 'integer' }] },
  paradox: { $ref: '#/$defs/a', $defs: { a: { not: { $ref: '#/$defs/a' } } } },
}
