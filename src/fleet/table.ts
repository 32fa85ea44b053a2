// Parses CSV (RFC 4180), or a JSON array of objects, into cells with their positions.
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { counted } from '../base/text/counted.ts'

/** Lines and columns count from 1. */
interface Position {
  readonly line: number
  readonly column: number
}

export interface Cell extends Position {
  readonly text: string
}

/** Contains no empty cells. */
export interface Row extends Position {
  readonly cells: ReadonlyMap<string, Cell>
}

export interface Problem extends Position {
  readonly says: string
}

export interface Table {
  readonly columns: readonly Cell[]
  readonly rows: readonly Row[]
  readonly problems: readonly Problem[]
}

export function tableOf(text: string): Table {
  const plain = text.replace(/^\uFEFF/, '')
  return /^\s*(?:\/\/.*\s*)*[[{]/.test(plain) ? jsonTable(plain) : csvTable(plain)
}

function csvTable(text: string): Table {
  const { lines, problems } = csvLines(text)
  const [header = [], ...rest] = lines
  const columns = header.map((cell) => ({ ...cell, text: cell.text.trim() }))
  const rows = rest.flatMap((cells): Row[] => {
    const [{ line, column }] = cells as [Cell]
    if (cells.length !== columns.length) {
      const says = `the row has ${counted(cells.length, 'cell')}, but the header has ${columns.length}`
      problems.push({ line, column, says })
      return []
    }
    const named = cells.map((cell, index): [string, Cell] => [
      columns[index]?.text ?? '',
      { ...cell, text: cell.text.trim() },
    ])
    return [{ line, column, cells: new Map(named.filter(([, cell]) => cell.text !== '')) }]
  })
  return { columns, rows, problems }
}

function csvLines(text: string): { readonly lines: readonly Cell[][]; readonly problems: Problem[] } {
  const lines: Cell[][] = []
  const problems: Problem[] = []
  const positionOf = positionsIn(text)
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match !== null) at += match[0].length
    return match
  }
  const cell = (): Cell => {
    take(/[ \t]*(?=")/y)
    const position = positionOf(at)
    const quoted = take(/"((?:[^"]|"")*)("?)/y)
    if (quoted === null) return { ...position, text: take(/[^,\r\n]*/y)?.[0] ?? '' }
    const [, content = '', end] = quoted
    if (end === '') problems.push({ ...position, says: 'this quotation mark has no closing quotation mark' })
    const behind = positionOf(at)
    if (take(/[^,\r\n]+/y)?.[0].trim())
      problems.push({ ...behind, says: 'there is text after the closing quotation mark of this cell' })
    return { ...position, text: content.replaceAll('""', '"') }
  }
  while (at < text.length) {
    const cells = [cell()]
    while (take(/,/y) !== null) cells.push(cell())
    if (cells.some((one) => one.text.trim() !== '')) lines.push(cells)
    take(/\r\n|\n|\r/y)
  }
  return { lines, problems }
}

function jsonTable(text: string): Table {
  const positionOf = positionsIn(text)
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { disallowComments: false, allowTrailingComma: false })
  const [error] = errors
  if (error !== undefined || tree === undefined)
    return {
      columns: [],
      rows: [],
      problems: [{ ...positionOf(error?.offset ?? 0), says: `the list is not JSON (${wordsOf(error)})` }],
    }
  const problems: Problem[] = []
  if (tree.type !== 'array')
    problems.push({
      ...positionOf(tree.offset),
      says: 'the list is not an array: write [ { "name": … }, … ]',
    })
  const columns = new Map<string, Cell>()
  const rows = (tree.type === 'array' ? (tree.children ?? []) : []).map((node): Row => {
    const cells = new Map<string, Cell>()
    if (node.type !== 'object')
      problems.push({ ...positionOf(node.offset), says: 'this element is not an object' })
    for (const { children } of node.type === 'object' ? (node.children ?? []) : []) {
      const [key, value] = children as [Node, Node | undefined]
      const name = String(key.value)
      if (cells.has(name))
        problems.push({ ...positionOf(key.offset), says: 'this name occurs a second time in the object' })
      if (!columns.has(name)) columns.set(name, { ...positionOf(key.offset), text: name })
      if (value?.type === 'string' && String(value.value).trim() !== '')
        cells.set(name, { ...positionOf(value.offset), text: String(value.value).trim() })
      else if (value?.type !== 'string')
        problems.push({
          ...positionOf(value?.offset ?? key.offset),
          says: 'this value is not a string: write it in quotation marks',
        })
    }
    return { ...positionOf(node.offset), cells }
  })
  return { columns: [...columns.values()], rows, problems }
}

function wordsOf(error: ParseError | undefined): string {
  return error === undefined
    ? 'the list is empty'
    : printParseErrorCode(error.error).replace(/(?<!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function positionsIn(text: string): (offset: number) => Position {
  const starts = [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map(({ index, 0: feed }) => index + feed.length)]
  return (offset) => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
  }
}
