// Divides JSON text into lines with pointers. The text can be cut off.
import { tokenOf } from '../../../base/json.ts'

export interface JsonLine {
  readonly indent: number
  readonly text: string
  /** JSON pointer (RFC 6901) of the value that starts or ends on this line. */
  readonly pointer: string
  readonly whole: boolean
}

const depthMax = 40
const linesMax = 300
const shortMax = 56

interface Level {
  readonly pointer: string
  readonly isArray: boolean
  index: number
  key: string
}

export function jsonLines(source: string): readonly JsonLine[] | null {
  const tokens = source.match(/"(?:[^"\\]|\\[\s\S])*"?|[{}[\],:]|[^\s{}[\],:"]+/g) ?? []
  const lines: JsonLine[] = []
  const levels: Level[] = []
  let start = ''
  const add = (text: string, pointer: string, whole: boolean) =>
    lines.push({ indent: levels.length, text: start + text, pointer, whole })
  for (let place = 0; place < tokens.length; place++) {
    if (lines.length > linesMax || levels.length > depthMax) return null
    const token = tokens[place] ?? ''
    const level = levels.at(-1)
    const pointer = level === undefined ? '' : `${level.pointer}/${level.isArray ? level.index : level.key}`
    if (token === ',') {
      const last = lines.at(-1)
      if (last !== undefined) lines[lines.length - 1] = { ...last, text: `${last.text},` }
      if (level !== undefined) level.index += 1
      continue
    }
    if (level !== undefined && !level.isArray && tokens[place + 1] === ':') {
      level.key = tokenOf(keyOf(token))
      start = `${token}: `
      place += 1
      continue
    }
    if (token === '}' || token === ']') {
      levels.pop()
      add(token, level?.pointer ?? '', false)
    } else if (token === '{' || token === '[') {
      const short = shortAt(tokens, place)
      add(short?.text ?? token, pointer, short !== null)
      if (short === null) levels.push({ pointer, isArray: token === '[', index: 0, key: '' })
      else place = short.end
    } else add(token, pointer, true)
    start = ''
  }
  if (start !== '') add('', '', true)
  return lines
}

function shortAt(
  tokens: readonly string[],
  begin: number,
): { readonly text: string; readonly end: number } | null {
  let text = ''
  let depth = 0
  for (let end = begin; end < tokens.length && text.length <= shortMax; end++) {
    const token = tokens[end] ?? ''
    text += token === ',' || token === ':' ? `${token} ` : token
    if (token === '{' || token === '[') depth += 1
    if (token === '}' || token === ']') depth -= 1
    if (depth === 0) return { text, end }
  }
  return null
}

function keyOf(token: string): string {
  try {
    return String(JSON.parse(token))
  } catch {
    return token
  }
}
