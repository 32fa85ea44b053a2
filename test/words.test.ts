// Tests that code and comments of the general layers contain no word of the shipped contract.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { at, isObject, type Json } from '../src/base/json.ts'
import { packageRoot } from '../src/base/package-root.ts'
import { eachSchema, loadContract, openPropertyOf } from '../src/contract/index.ts'
import { declaredIn, loadProfile, shippedProfiles } from '../src/profile/index.ts'

const contract = loadContract()

/** The layers 1 to 4. The reference tenant is not among them, because it needs the words of the contract. */
const layers = ['base', 'contract', 'client', 'report', 'generate', 'profile', 'oracle', 'engine']

/**
 * Ordinary words, grouped by their origin. The layers may use them, although they are also words of the
 * contract. If a name of the contract consists of several words, the layers must not contain the complete
 * name.
 */
const ordinary: readonly string[] = [
  ...['created', 'custom', 'name', 'state', 'type', 'updated', 'verification'],
  ...['event', 'message'],
  // Words of HTTP (RFC 9110), OAuth (RFC 6749) and JOSE (RFC 7517).
  ...[
    'authorization',
    'configuration',
    'endpoint',
    'field',
    'key',
    'limit',
    'method',
    'rate',
    'signing',
    'username',
  ],
]

/** Terms of standards and libraries. */
const terms = /fc\.Stream|uri-template|grid-template|Content-Security-Policy|webhook-allowed-origin/g

/** Returns the words of a text in lower case, with one space between them. */
function wordsOf(text: string): string {
  return text
    .replace(/\n\s*(?:\/\/|\*)\s*/g, ' ')
    .replace(/([a-z\d])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4')
    .replace(/[-_\s]+/g, ' ')
    .replace(/[^A-Za-z\d ]+/g, ' | ')
    .toLowerCase()
    .replace(/ +/g, ' ')
}

/** Returns the singular and the plural of a word. */
function forms(word: string): readonly string[] {
  const one = word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')
  return [one, one.replace(/([^aeiou])y$/, '$1ie').concat('s')]
}

/** Returns the complete name, and those of its words that have at least four letters and are not ordinary. */
function ofName(name: string): readonly string[] {
  const words = wordsOf(name).replaceAll('|', '').trim().split(/ +/)
  const told = words.filter(
    (word) => /[a-z]{4}/.test(word) && !forms(word).some((form) => ordinary.includes(form)),
  )
  return words.length > 1 && /[a-z]{4}/.test(name) ? [words.join(' '), ...told] : told
}

function membersOf(schema: Json): readonly string[] {
  const names: string[] = []
  eachSchema(schema, (one) => {
    if (isObject(one.properties)) names.push(...Object.keys(one.properties))
    const open = openPropertyOf(one)
    if (open !== null) names.push(open.point)
  })
  return names
}

const names: readonly string[] = [
  ...[...contract.operations.values()].flatMap(({ resource, request, response, parameters }) => [
    resource,
    ...parameters.map(({ name }) => name),
    ...membersOf(request),
    ...membersOf(response),
  ]),
  ...[...contract.resources.values()].map(({ title }) => title),
]

/** The words of the contract in singular and plural. */
const words: ReadonlySet<string> = new Set(
  names.flatMap(ofName).flatMap((name) => {
    const [last = ''] = name.split(' ').slice(-1)
    return forms(last).map((form) => name.slice(0, name.length - last.length) + form)
  }),
)

/** Texts that only the contract uses. */
const literals: ReadonlySet<string> = new Set([
  ...contract.operations.keys(),
  ...[...contract.resources.values()].flatMap(({ supplied }) => supplied?.environment ?? []),
  ...Object.keys(at(contract.profileKeys ?? {}, '/properties/fixtures/properties') as object),
  ...membersOf(contract.profileKeys ?? {}).filter((key) => /[A-Z]/.test(key)),
  ...shippedProfiles().flatMap(
    (name) => (declaredIn(loadProfile(name, contract), '/eventStream/eventTypes') ?? []) as readonly string[],
  ),
  contract.basePath ?? '',
])

/** Matches a reference to a part of the specification. Only the contract may contain such references. */
const partOfIt = /\bparts? \d+(?:\.\d+)?\b/gi

function wordsIn(text: string): string[] {
  const bare = text.replace(terms, '')
  const held = ` ${wordsOf(bare)} `
  return [
    ...[...words].filter((word) => held.includes(` ${word} `)),
    ...[...literals].filter((literal) => bare.includes(literal)),
    ...(bare.match(partOfIt) ?? []),
  ]
}

const found: ReadonlyMap<string, readonly string[]> = new Map(
  layers
    .flatMap((layer) =>
      readdirSync(join(packageRoot, 'src', layer), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(layer, file).replaceAll('\\', '/'),
      ),
    )
    .filter((file) => file.endsWith('.ts') && !/\.test(?:ing)?\.ts$/.test(file))
    .flatMap((file): [string, string[]][] => {
      const here = wordsIn(readFileSync(join(packageRoot, 'src', file), 'utf8'))
      return here.length === 0 ? [] : [[file, here]]
    }),
)

test('the words belong to the contract, and each exempt word is one of them', () => {
  expect([...words]).toEqual(
    expect.arrayContaining([
      'event stream',
      'streams',
      'policy',
      'custom signing keys',
      'webhook',
      'enrollment message',
    ]),
  )
  expect([...literals]).toEqual(
    expect.arrayContaining(['event-streams.create', 'triggerEvent', 'user.created', 'webhookCredentials']),
  )
  const all = new Set(names.flatMap((name) => wordsOf(name).split(' ')))
  expect(ordinary.filter((word) => !forms(word).some((form) => all.has(form)))).toEqual([])
})

test.each([
  ['eventStreams', true],
  ['EventStream', true],
  ['event_streams', true],
  ['an event\n// stream', true],
  ['Stream', true],
  ['an upstream', false],
  ['of an event. Types differ', false],
  ['a signing key', false],
  ['as asked for (part 4.4)', true],
  ['in three parts', false],
])('%j contains a word: %s', (text, holds) => {
  expect(wordsIn(text).length > 0).toBe(holds)
})

test('no file of the engine contains a word of the contract', () => {
  expect(Object.fromEntries(found)).toEqual({})
})
