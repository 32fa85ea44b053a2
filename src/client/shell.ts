// Words for a POSIX shell.

/** `text` as one word of a shell command, whatever it holds; a NUL, which no word can hold, is left out. */
export function quoted(text: string): string {
  const word = text.replaceAll('\0', '')
  return /^[\w/.:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
