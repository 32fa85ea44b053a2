// Reads rows and cells with their positions, from CSV and from JSON.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Table, tableOf } from './table.ts'

const plain = ({ rows }: Table): readonly object[] =>
  rows.map(({ cells }) => Object.fromEntries([...cells].map(([name, { text }]) => [name, text])))
const says = (text: string): readonly string[] =>
  tableOf(text).problems.map(({ line, column, says }) => `${line}:${column} ${says}`)

test.each([
  ['line feeds', 'name,baseUrl\na,b\nc,d'],
  ['carriage returns, a mark of byte order and empty lines', '\uFEFFname,baseUrl\r\n\r\na,b\r\n,\r\nc,d\r\n'],
  ['blanks and quotation marks', ' name , "baseUrl"\n"a" , b\n c,"d" '],
  ['JSON', '[{"name":"a","baseUrl":"b"},\n {"name":"c","baseUrl":"d"}]'],
  ['JSON with a comment', '// two\n[{"name":"a","baseUrl":"b"},{"name":"c","baseUrl":"d"}]'],
])('%s', (_, text) => {
  const table = tableOf(text)
  expect(table.problems).toEqual([])
  expect(table.columns.map(({ text: name }) => name)).toEqual(['name', 'baseUrl'])
  expect(plain(table)).toEqual([
    { name: 'a', baseUrl: 'b' },
    { name: 'c', baseUrl: 'd' },
  ])
})

test('each cell knows its position, also after a cell with several lines', () => {
  const [first, second] = tableOf('name,profile\n"a\nb","c"\n d,"e ""x"", f"').rows
  expect(first?.cells.get('name')).toEqual({ text: 'a\nb', line: 2, column: 1 })
  expect(first?.cells.get('profile')).toEqual({ text: 'c', line: 3, column: 4 })
  expect(second?.cells.get('profile')).toEqual({ text: 'e "x", f', line: 4, column: 4 })
  const [row] = tableOf('[\n  { "name": "a" }\n]').rows
  expect(row).toMatchObject({ line: 2, column: 3 })
  expect(row?.cells.get('name')).toEqual({ text: 'a', line: 2, column: 13 })
})

test.each([
  ['name,a\nx\ny,z', ['2:1 the row has 1 cell, but the header has 2']],
  ['name\n"x', ['2:1 the quotation mark that begins here is not closed']],
  ['name\n"x"y', ['2:4 this cell continues after its closing quotation mark']],
  ['[{"name":"a"}', ['1:14 the list is not JSON (Close bracket expected)']],
  ['{"name":"a"}', ['1:1 the list is not an array: write [ { "name": … }, … ]']],
  ['[1]', ['1:2 this element is not an object']],
  ['[{"name":1}]', ['1:10 this value is not a text in quotation marks']],
  ['[{"name":"a",\n"name":"b"}]', ['2:1 this name occurs here a second time']],
])('reports the position of the problem in %j', (text, problems) => {
  expect(says(text)).toEqual(problems)
})

test('reads CSV text as it was written', () => {
  const text = fc.string({ unit: 'grapheme' }).map((value) => `${value}.`.trim())
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 5 }), (rows) => {
      const quoted = (value: string): string => `"${value.replaceAll('"', '""')}"`
      const lines = [['one', 'two'], ...rows].map((row) => row.map(quoted).join(','))
      expect(plain(tableOf(lines.join('\r\n')))).toEqual(rows.map(([one, two]) => ({ one, two })))
    }),
  )
})

test('any text gives a table or problems', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a', ' ', '[') }), (text) => {
      tableOf(text)
    }),
  )
})
