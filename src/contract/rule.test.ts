// Rules hold where the contract says enough, and not where it says that it says nothing.
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
  // All else stays.
  expect(left).toContain('books.create.as-sent')
})

test('a body of another media type is passed over where the contract says so', () => {
  expect(withContract({}).filter((id) => id.endsWith('media-type-ignored'))).toEqual([])
  expect(withContract({ otherMediaTypes: 'ignored' })).toContain('books.update.media-type-ignored')
})
