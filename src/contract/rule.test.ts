// A built-in rule applies if the contract states enough facts.
import { expect, test } from 'vitest'
import { contractOf, library } from './contract.testing.ts'

const withContract = (more: Readonly<Record<string, unknown>>): readonly string[] => {
  const head = { ...library['contract.json'], ...more } as (typeof library)['contract.json']
  return [...contractOf({ ...library, 'contract.json': head }).clauses.keys()]
}

test.each([
  ['invalid', ['books.create.title-min-length', 'books.update.refused-changes-nothing']],
  ['malformed', ['books.create.malformed-json', 'books.update.malformed-json']],
  ['unknown', ['books.get.unknown-id', 'books.update.unknown-id']],
] as const)('whether what is %s is refused may be left open', (reason, clauses) => {
  expect(withContract({})).toEqual(expect.arrayContaining([...clauses]))
  const left = withContract({ refusals: { [reason]: null } })
  expect(clauses.filter((id) => left.includes(id))).toEqual([])
  expect(left).toContain('books.create.as-sent')
})

test('a body of another media type is ignored if the contract says so', () => {
  expect(withContract({}).filter((id) => id.endsWith('media-type-ignored'))).toEqual([])
  expect(withContract({ otherMediaTypes: 'ignored' })).toContain('books.update.media-type-ignored')
})

const bookRead = (more: Readonly<Record<string, unknown>>): (typeof library)['contract.json'] =>
  ({ ...library['operations/books.get.json'], ...more }) as (typeof library)['contract.json']

test('a contract and its operations set the levels of implied rules; the operation overrides the contract', () => {
  const { clauses } = contractOf({
    ...library,
    'contract.json': {
      ...library['contract.json'],
      rules: { accepts: 'SHOULD', 'unknown-id': null, 'ids-not-reused': 'SHOULD' },
    },
    'operations/books.get.json': bookRead({ rules: { accepts: 'MUST', 'unknown-id': 'SHOULD' } }),
  })
  const levels = ['create.accepts', 'get.accepts', 'get.unknown-id', 'update.unknown-id'].map(
    (id) => clauses.get(`books.${id}`)?.level,
  )
  expect(levels).toEqual(['SHOULD', 'MUST', 'SHOULD', undefined])
  // If the contract sets the level, the rule applies without a clause.
  expect(clauses.get('books.create.ids-not-reused')?.level).toBe('SHOULD')
})

test('request keywords have the level of the contract or the operation; response keywords are MUST', () => {
  const { clauses } = contractOf({
    ...library,
    'contract.json': { ...library['contract.json'], keywords: 'SHOULD' },
    'operations/books.update.json': { ...library['operations/books.update.json'], keywords: 'MUST' },
  })
  const levels = ['create.title-min-length', 'update.title-min-length', 'get.returned-title'].map(
    (id) => clauses.get(`books.${id}`)?.level,
  )
  expect(levels).toEqual(['SHOULD', 'MUST', 'MUST'])
})

test('the part of a clause defaults to its location in the document', () => {
  const create = library['operations/books.create.json'] ?? {}
  const source = '#/paths/~1books/post'
  const schema = { ...(create.request as object), 'x-source': `${source}/requestBody` }
  const partsOf = (more: object): readonly (string | undefined)[] => {
    const { clauses } = contractOf({
      ...library,
      'operations/books.create.json': { ...create, source, request: schema, ...more },
    })
    return ['accepts', 'body-required', 'title-min-length', 'returned-title'].map(
      (name) => clauses.get(`books.create.${name}`)?.part,
    )
  }
  const place = `${source}/requestBody`
  expect(partsOf({})).toEqual([source, place, `${place}/properties/title`, source])
  expect(partsOf({ part: '4.2' })).toEqual(['4.2', '4.2', '4.2', '4.2'])
})

test('reads of a deleted resource are judged only if the contract says how they end', () => {
  const removal = { ...library['operations/books.get.json'], name: 'books.delete', method: 'DELETE' }
  const resource = library['resources/books.json'] ?? {}
  const withDeletion = (more: object): readonly string[] => {
    const life = { ...(resource.life as object), delete: 'books.delete' }
    const { clauses } = contractOf({
      ...library,
      'operations/books.delete.json': removal,
      'resources/books.json': { ...resource, life, ...more },
    })
    return [...clauses.values()].filter(({ law }) => law === 'gone-after-delete').map(({ id }) => id)
  }
  expect(withDeletion({})).toEqual([])
  expect(withDeletion({ afterDelete: [] })).toContain('books.get.gone-after-delete')
})
