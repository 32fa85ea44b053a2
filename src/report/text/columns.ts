// Columns of a terminal: how wide a text shows, cut or broken to fit. Wide characters take two.
import measure from 'fast-string-truncated-width'

const ellipsis = '…'

/** Columns that `text` takes; colours take none. */
export function columnsOf(text: string): number {
  return measure(text).width
}

/** `text`, cut to at most `width` columns; what is cut ends with an ellipsis. It must hold no colours. */
export function fitted(text: string, width: number): string {
  const { index, ellipsed } = measure(text, { limit: Math.max(width, 0), ellipsis })
  return `${text.slice(0, index)}${ellipsed ? ellipsis : ''}`
}

/** `text` broken at spaces into lines of at most `width` columns; a word that is longer is broken where the line ends. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((whole) => broken(whole, Math.max(width, 2)))) {
    if (line !== '' && columnsOf(line) + 1 + columnsOf(word) > width) {
      lines.push(line.trimEnd())
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** `text` wrapped behind `first`, its further lines below its beginning. */
export function hanging(first: string, text: string, width: number): string[] {
  const indent = ' '.repeat(columnsOf(first))
  return wrapped(text, width - indent.length).map((line, index) => `${index === 0 ? first : indent}${line}`)
}

/** `parts` with a separator between them, in lines of at most `width` columns that end between two of them where they can. */
export function flowing(parts: readonly string[], separator: string, width: number): string[] {
  const lines: string[] = []
  for (const part of parts) {
    const last = lines.at(-1)
    const longer = `${last}${separator}${part}`
    if (last !== undefined && columnsOf(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(...wrapped(part, width))
  }
  return lines
}

function broken(word: string, width: number): readonly string[] {
  const { index } = measure(word, { limit: width })
  return index >= word.length || index === 0
    ? [word]
    : [word.slice(0, index), ...broken(word.slice(index), width)]
}
