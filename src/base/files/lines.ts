// Reads files of any size line by line.
import { closeSync, readSync } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'
import { requireNoWideCharacters, withoutMark } from './encoding.ts'
import { openRegular } from './regular-file.ts'

const chunkBytes = 262_144

export const lineCharactersMax = 33_554_432

export interface Line {
  readonly text: string
  /** False for text after the last line feed of the file. */
  readonly ended: boolean
}

/** @throws Error with a short reason */
export function* linesOf(file: string): Generator<Line> {
  const descriptor = openRegular(file)
  if (descriptor === null) throw new Error('it is not a regular file')
  try {
    const decoder = new StringDecoder('utf8')
    const chunk = Buffer.allocUnsafe(chunkBytes)
    let pieces: string[] = []
    let characters = 0
    for (let start = true; ; start = false) {
      const bytes = readSync(descriptor, chunk, 0, chunkBytes, null)
      if (bytes === 0) break
      if (start) requireNoWideCharacters(chunk.subarray(0, bytes))
      const decoded = decoder.write(chunk.subarray(0, bytes))
      const [first = '', ...further] = (start ? withoutMark(decoded) : decoded).split('\n')
      pieces.push(first)
      characters += first.length
      if (characters > lineCharactersMax)
        throw new Error(`it has a line of more than ${lineCharactersMax} characters`)
      const last = further.pop()
      if (last === undefined) continue
      yield { text: pieces.join(''), ended: true }
      for (const text of further) yield { text, ended: true }
      pieces = [last]
      characters = last.length
    }
    const rest = pieces.join('') + decoder.end()
    if (rest !== '') yield { text: rest, ended: false }
  } finally {
    closeSync(descriptor)
  }
}
