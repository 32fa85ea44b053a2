// Quotes words for a shell.

// Any of these ends a quoted string in PowerShell. Double quotes are safe in both shells; `'\''` would leave the string open in PowerShell.
const apostrophes = "['\\u2018-\\u201b]+"
// Characters that a terminal obeys or hides.
const acting = '[^\\P{C}\\n]+|[\\u2028\\u2029]+'
// Interactive bash reads such a line as a history substitution, even within quotes.
const quickSubstitution = '\\n+\\^'
const special = new RegExp(`(${apostrophes}|${acting}|${quickSubstitution})`, 'u')

/** Quotes `text` as one POSIX word. Drops NUL, which no word can contain. */
export function quoted(text: string): string {
  const word = text.replaceAll('\0', '')
  // zsh expands a word that begins with "=".
  if (/^(?!=)[\w/.:=@%+,-]+$/.test(word)) return word
  if (word === '') return "''"
  return word
    .split(special)
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
