// Quotes words for a shell.

// In PowerShell, each of these characters ends a string in single quotes.
const apostrophes = "['\\u2018-\\u201b]+"
// A terminal executes or hides these characters.
const acting = '[^\\P{C}\\n]+|[\\u2028\\u2029]+'
// In multi-line texts, an interactive bash replaces `!` and a leading `^`, even within quotes.
const history = '\\n+\\^|!+'
const ofOneLine = new RegExp(`(${apostrophes}|${acting})`, 'u')
const ofSeveralLines = new RegExp(`(${apostrophes}|${acting}|${history})`, 'u')

/** Returns the text as one word of a POSIX shell, without NUL characters. */
export function quoted(text: string): string {
  const word = text.replaceAll('\0', '')
  // zsh expands a word that begins with "=".
  if (/^(?!=)[\w/.:=@%+,-]+$/.test(word)) return word
  if (word === '') return "''"
  return word
    .split(word.includes('\n') ? ofSeveralLines : ofOneLine)
    .map((part, index) =>
      part === ''
        ? ''
        : index % 2 === 0
          ? `'${part}'`
          : /^['\u2018-\u201b]/.test(part)
            ? `"${part}"`
            : printed(part),
    )
    .join('')
}

function printed(text: string): string {
  const codes = [...Buffer.from(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`)
  return `"$(printf '${codes.join('')}')"`
}
