// Measures the width of text in terminal columns.
import measure from 'fast-string-truncated-width'

const ellipsis = '…'

export function columnsOf(text: string): number {
  return measure(text).width
}

/** The text must not contain colour sequences. */
export function fitted(text: string, width: number): string {
  const { index, ellipsed } = measure(text, { limit: Math.max(width, 0), ellipsis })
  return `${text.slice(0, index)}${ellipsed ? ellipsis : ''}`
}

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

export function hanging(first: string, text: string, width: number): string[] {
  const indent = ' '.repeat(columnsOf(first))
  return wrapped(text, width - indent.length).map((line, index) => `${index === 0 ? first : indent}${line}`)
}

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
