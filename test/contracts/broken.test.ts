// Tests broken contracts. The loader reports every mistake with its file, its location and a remedy.

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { contractIn, loadContract } from '../../src/contract/index.ts'
import { requireSatisfiable } from '../../src/engine/index.ts'
import { type ContractFiles, contractFolder, shelfContract } from './shelf-contract.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

type Change = (files: Record<string, Record<string, unknown>>) => unknown

const folderOf = (...changes: readonly Change[]): string => {
  const files = structuredClone(shelfContract) as Record<string, Record<string, unknown>>
  for (const change of changes) change(files)
  const folder = contractFolder(files as ContractFiles)
  folders.push(folder)
  return folder
}

const messageOf = (...changes: readonly Change[]): string => {
  try {
    requireSatisfiable(loadContract(contractIn(folderOf(...changes))))
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return 'valid'
}

const books = 'schemas/resources/books.json'
const create = 'schemas/operations/books.create.json'
const update = 'schemas/operations/books.update.json'
const at =
  (file: string, ...keys: readonly string[]) =>
  (files: Record<string, unknown>): Record<string, unknown> =>
    keys.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], files[file]) as Record<
      string,
      unknown
    >
const set =
  (file: string, keys: readonly string[], name: string, value: unknown): Change =>
  (files) => {
    at(file, ...keys)(files)[name] = value
  }
const title = ['$defs', 'sent', 'properties', 'title'] as const

const mistakes: readonly (readonly [string, Change, string, RegExp])[] = [
  ...(
    [
      [
        'ended',
        { '/state': { $ref: '#/$defs/gone' } },
        '/ended/~1state/$ref',
        /there is nothing at #\/\$defs\/gone/,
      ],
      ['ended', { '/state': { type: 'strin' } }, '/ended/~1state/type', /one of array, boolean.*not "strin"/],
      ['ended', { '/state': 'gone' }, '/ended/~1state', /the schema does not allow the value "gone"/],
      ['ended', { state: 'lost' }, '/ended/state', /must be a JSON pointer, such as "\/name"/],
      ['id', 'id', '/id', /it must be a JSON pointer/],
      ['id', '/ID', '/id', /did you mean "\/id"/],
      ['normalises', { '/titel': 'trim' }, '/normalises/~1titel', /did you mean "\/title"/],
      [
        'normalises',
        { '/title': 'trimmed' },
        '/normalises/~1title',
        /one of trim, lower-case.*not "trimmed"/,
      ],
      ['normalises', { '/title': { sufix: '.' } }, '/normalises/~1title/sufix', /did you mean "suffix"/],
      ['constraints', [{ before: ['/pages', '/title'] }], '/constraints/0', /one is a text/],
      ['compare', { '/title': 'set' }, '/compare/~1title', /the type array, but \/title is string/],
      ['total', '/amount', '/total', /did you mean "\/count"/],
      ['paging', { size: 'limit' }, '/paging/size', /add this parameter to the operation/],
      [
        'filters',
        { q: { member: '/title', match: 'contain' } },
        '/filters/q/match',
        /one of equal, contains/,
      ],
      ['sorting', [{ query: {}, by: '/titel' }], '/sorting/0/by', /did you mean "\/title"/],
      ['name', '/pages', '/name', /a text as the name, but \/pages is integer/],
    ] as const
  ).map(
    ([key, value, place, message]) =>
      [
        `a wrong ${key}: ${JSON.stringify(value)}`,
        set(books, [], key, value),
        `schemas/resources/books.json at ${place}`,
        message,
      ] as const,
  ),
  [
    'an idIn whose request has no such member',
    (files) => Object.assign(at(books)(files), { idIn: 'request', id: '/key' }),
    'schemas/resources/books.json at /id',
    /the request of books\.create has no member \/key/,
  ],
  [
    'an example that is not valid',
    set(create, [], 'examples', [{ titel: 'A' }]),
    'schemas/operations/books.create.json at /examples/0',
    /the schema does not allow the value/,
  ],
  [
    'a resource of another name than its operations',
    (files) => {
      files['schemas/resources/book.json'] = { title: 'book' }
    },
    'schemas/resources/book.json',
    /no operation belongs to the resource "book": did you mean "books"\?/,
  ],
  [
    'refusals that are no list',
    set('schemas/contract.json', ['refusals'], 'invalid', 400),
    'schemas/contract.json at /refusals/invalid',
    /it must be null or an array, not a number/,
  ],
  [
    'a form of refusals that leads to nothing in the file of a resource',
    set('schemas/contract.json', [], 'problem', {
      mediaType: 'application/json',
      schema: { $ref: 'books#/$defs/no' },
    }),
    'schemas/contract.json at /problem/schema/$ref',
    /there is nothing at books#\/\$defs\/no/,
  ],
  [
    'an unknown key',
    set('schemas/contract.json', [], 'titel', 'x'),
    'schemas/contract.json at /titel',
    /did you mean "title"/,
  ],
  [
    'no version',
    (files) => delete at('schemas/contract.json')(files).version,
    'schemas/contract.json at /version',
    /is missing/,
  ],
  [
    'a file name that differs',
    set(create, [], 'name', 'books.make'),
    `${create} at /name`,
    /the file is books\.create\.json/,
  ],
  [
    'a probe that is not there',
    set('schemas/contract.json', [], 'probe', 'sign.gett'),
    'schemas/contract.json at /probe',
    /did you mean "sign\.get"/,
  ],
  [
    'a life that dangles',
    set(books, ['life'], 'read', 'books.gett'),
    `${books} at /life/read`,
    /did you mean "books\.get"/,
  ],
  [
    'a level of a rule that is not there',
    set('schemas/contract.json', [], 'rules', { 'unknown-ids': 'SHOULD' }),
    'schemas/contract.json at /rules/unknown-ids',
    /there is no rule "unknown-ids": did you mean "unknown-id"/,
  ],
  [
    'a level that is none',
    set(create, [], 'rules', { accepts: 'MAY' }),
    `${create} at /rules/accepts`,
    /MUST/,
  ],
  [
    'a parameter with a style of another place',
    set('schemas/operations/books.list.json', [], 'parameters', [
      { name: 'shelfId', in: 'path', schema: {} },
      { name: 'x', in: 'header', style: 'form', schema: {} },
    ]),
    'schemas/operations/books.list.json at /parameters/1/style',
    /has no style "form": use one of simple/,
  ],
  [
    'a fixed value that its schema does not allow',
    set('schemas/operations/books.list.json', [], 'parameters', [
      { name: 'shelfId', in: 'path', schema: {} },
      { name: 'x', in: 'query', value: 1, schema: { type: 'string' } },
    ]),
    'schemas/operations/books.list.json at /parameters/1/value',
    /must be string|a string/,
  ],
  [
    'a form of refusals that leads nowhere',
    set('schemas/contract.json', [], 'problem', {
      mediaType: 'application/problem+json',
      schema: { $ref: 'books#/$defs/none' },
    }),
    'schemas/contract.json at /problem/schema/$ref',
    /there is nothing at books#\/\$defs\/none/,
  ],
  [
    'a form of refusals that is no schema',
    set('schemas/contract.json', [], 'problem', {
      mediaType: 'application/problem+json',
      schema: { type: 'objekt' },
    }),
    'schemas/contract.json at /problem/schema/type',
    /objekt|one of/,
  ],
  [
    'an alias that two operations have',
    (files) => {
      at(create)(files).aliases = ['add']
      at(update)(files).aliases = ['add']
    },
    `${update} at /aliases/0`,
    /"add" is an alias of books\.create, too/,
  ],
  [
    'an alias that is the name of an operation',
    set(create, [], 'aliases', ['books.update']),
    `${create} at /aliases/0`,
    /"books\.update" is the name of an operation/,
  ],
  [
    'an envelope of an operation that is not there',
    set(books, [], 'envelopes', { 'books.gett': '/book' }),
    `${books} at /envelopes/books.gett`,
    /did you mean "books\.get"/,
  ],
  [
    'an id that a response does not have',
    set(books, [], 'id', { 'books.create': '/key', default: '/id' }),
    `${books} at /id/books.create`,
    /the response of books\.create has no member \/key/,
  ],
  [
    'a response with a status that is none',
    set(create, [], 'responses', { '4xx': {} }),
    `${create} at /responses`,
    /a status, such as 404, 4XX or default/,
  ],
  [
    'a documented response whose schema is none',
    set(create, [], 'responses', { 404: { schema: { type: 'objekt' } } }),
    `${create} at /responses/404/schema`,
    /objekt|one of/,
  ],
  [
    'a life without create',
    (files) => delete at(books, 'life')(files).create,
    `${books} at /life`,
    /"singleton": true/,
  ],
  [
    'a life of another method',
    set(books, ['life'], 'delete', 'books.get'),
    `${books} at /life/delete`,
    /is a GET.*DELETE/,
  ],
  [
    'an act that is none',
    set(books, ['life'], 'remove', 'books.delete'),
    `${books} at /life/remove`,
    /known are create, read/,
  ],
  [
    'a singleton that is made',
    set('schemas/resources/shelves.json', [], 'singleton', true),
    'schemas/resources/shelves.json at /life/create',
    /never created/,
  ],
  ['an id that no response has', set(books, [], 'id', '/uuid'), `${books} at /id`, /no member \/uuid/],
  ['items that are no array', set(books, [], 'items', '/count'), `${books} at /items`, /not an array/],
  [
    'a member that is nowhere',
    set(books, [], 'unique', ['/isnb']),
    `${books} at /unique/0`,
    /has a member \/isnb/,
  ],
  [
    'an initial state that is none',
    set(books, ['states', '/state'], 'initial', 'new'),
    `${books} at /states/~1state/initial`,
    /not a state of this member/,
  ],
  [
    'a transition to nowhere',
    set(books, ['states', '/state', 'transitions'], 'lost', ['gone']),
    `${books} at /states/~1state/transitions/lost`,
    /"gone"/,
  ],
  [
    'a parent that is not there',
    set(books, [], 'removedWith', 'shelfs'),
    `${books} at /removedWith`,
    /did you mean "shelves"/,
  ],
  [
    'a parent whose id the creation does not name',
    set(books, [], 'removedWith', 'sign'),
    `${books} at /removedWith`,
    /books\.create .* has no id of sign/,
  ],
  [
    'a path parameter without a schema',
    set(create, [], 'parameters', []),
    `${create} at /path`,
    /\{shelfId\}.*"in": "path"/,
  ],
  [
    'a reference that leads nowhere',
    set(create, [], 'request', { $ref: 'books#/$defs/snet' }),
    `${create} at /request/$ref`,
    /\$defs/,
  ],
  [
    'a reference to another host',
    set(create, [], 'request', { $ref: 'https://example.com/x' }),
    `${create} at /request/$ref`,
    /no file of the contract/,
  ],
  [
    'a schema without end',
    (files) => {
      at(create)(files).request = { $ref: '#/$defs/again' }
      at(create)(files).$defs = { again: { required: ['a'], properties: { a: { $ref: '#/$defs/again' } } } }
    },
    `${create} at /request`,
    /recurses without end/,
  ],
  [
    'a keyword that is mistyped',
    set(books, title, 'maxLenght', 3),
    `${create} at /request/properties/title/maxLenght`,
    /did you mean "maxLength"/,
  ],
  [
    'a keyword of another type',
    set(books, title, 'maxLength', '3'),
    `${create} at /request/properties/title/maxLength`,
    /must be a whole number/,
  ],
  [
    'a pattern that is none',
    set(books, title, 'pattern', '[a'),
    `${create} at /request/properties/title/pattern`,
    /not a regular expression/,
  ],
  [
    'a format that is none',
    set(books, title, 'format', 'e-mail'),
    `${create} at /request/properties/title/format`,
    /did you mean "email"/,
  ],
  [
    'a default that does not fit',
    set(books, title, 'default', 5),
    `${create} at /request/properties/title/default`,
    /must be a string/,
  ],
  [
    'a required member that is forbidden',
    set(books, ['$defs', 'sent'], 'required', ['titel']),
    `${create} at /request/required`,
    /"titel".*additionalProperties/,
  ],
  [
    'a schema that nothing meets',
    set(books, title, 'minLength', 90),
    `${create} at /request`,
    /no value satisfies this schema/,
  ],
  [
    'a clause of a keyword that is none',
    set(books, title, 'x-clauses', { maxLength: 'title-lenght' }),
    `${create} at /request/properties/title/x-clauses/maxLength`,
    /is not a clause of books\.create/,
  ],
  [
    'a law that there is not',
    set(create, [], 'clauses', [{ id: 'a', level: 'MUST', statement: 'A book comes back.', law: 'as-send' }]),
    `${create} at /clauses/0/law`,
    /did you mean "as-sent"/,
  ],
  [
    'a law that cannot hold',
    set(create, [], 'clauses', [
      { id: 'a', level: 'MUST', statement: 'A book is gone.', law: 'gone-after-delete' },
    ]),
    `${create} at /clauses/0/law`,
    /does not apply to books\.create/,
  ],
  [
    'a clause without a check',
    set(create, [], 'clauses', [{ id: 'a', level: 'MUST', statement: 'A book smells nice.' }]),
    `${create} at /clauses`,
    /has no check\. Do one of these: give the clause a "law"/,
  ],
  [
    'a clause twice',
    set(
      create,
      [],
      'clauses',
      ['a', 'a'].map((id) => ({ id, level: 'MUST', statement: 'It comes back.', law: 'as-sent' })),
    ),
    `${create} at /clauses/1/id`,
    /another clause books\.create\.a/,
  ],
  [
    'two operations of one path',
    set(update, [], 'method', 'PUT'),
    'schemas/operations/books.update.json at /path',
    /also belongs to books\.replace/,
  ],
  [
    'a status that is none',
    set(create, [], 'success', [404]),
    `${create} at /success/0`,
    /must be from 200 to 299/,
  ],
  [
    'a scope that there is not',
    (files) => {
      files['schemas/scopes.json'] = { scopes: ['books:write'] }
      at(create)(files).scopes = ['books:wirte']
    },
    `${create} at /scopes/0`,
    /did you mean "books:write"/,
  ],
  ['a method that is none', set(create, [], 'method', 'FETCH'), `${create} at /method`, /GET/],
  [
    'a read by what is not there',
    set(books, [], 'readBy', { operation: 'books.patch', body: {} }),
    `${books} at /readBy/operation`,
    /books\.patch/,
  ],
  [
    'what the service sets in a way that is none',
    set(books, ['serverSet'], '/id', 'fixed'),
    `${books} at /serverSet/~1id`,
    /constant/,
  ],
  [
    'a comparison that is none',
    set(books, [], 'compare', { '/title': 'caseless' }),
    `${books} at /compare/~1title`,
    /ignore-case/,
  ],
  [
    'a reference to a resource that is not there',
    set(books, [], 'references', { '/title': 'shelfs' }),
    `${books} at /references/~1title`,
    /did you mean "shelves"/,
  ],
  [
    'a reason for refusals that is none',
    set('schemas/contract.json', ['refusals'], 'unkown', [404]),
    'schemas/contract.json at /refusals/unkown',
    /did you mean "unknown"/,
  ],
  [
    'a level that is none',
    set(create, [], 'clauses', [{ id: 'a', level: 'MAY', statement: 'It comes back.', law: 'as-sent' }]),
    `${create} at /clauses/0/level`,
    /MUST/,
  ],
  [
    'a path without its slash',
    set(create, [], 'path', 'shelves/{shelfId}/books'),
    `${create} at /path`,
    /\//,
  ],
]

test('the contract that the other cases break is valid', () => {
  expect(messageOf()).toBe('valid')
})

test.each(mistakes)('%s', (_name, change, place, what) => {
  const message = messageOf(change)
  expect(message).toContain(place)
  expect(message).toMatch(what)
})

test('reports all mistakes together', () => {
  const told = messageOf(
    set(books, [], 'id', '/uuid'),
    set(books, title, 'format', 'e-mail'),
    set(create, [], 'parameters', []),
  )
  for (const place of [`${books} at /id`, '/properties/title/format', `${create} at /path`])
    expect(told).toContain(place)
})

test('reports a file that is not JSON, and a folder without a contract', () => {
  const folder = folderOf()
  writeFileSync(join(folder, create), '{"name": ')
  expect(() => loadContract(contractIn(folder))).toThrow(/books\.create\.json: the file is not JSON/)
  rmSync(join(folder, 'schemas/contract.json'))
  expect(() => loadContract(contractIn(folder))).toThrow(/schemas\/contract\.json is missing/)
})
