// Words for a shell.

// PowerShell ends a quoted string at any of these. Between double quotes they are themselves there and in a POSIX shell,
// where a backslash before one (`'\''`) would leave the string open in PowerShell.
const apostrophes = "['\\u2018-\\u201b]+"
// Line feeds aside, all that a terminal obeys when it is pasted, or that would not be seen.
const acting = '[^\\P{C}\\n]+|[\\u2028\\u2029]+'
// An interactive bash takes a line that begins with it for a change to the line before, within quotes, too.
const quickSubstitution = '\\n+\\^'
const special = new RegExp(`(${apostrophes}|${acting}|${quickSubstitution})`, 'u')

/** `text` as one word of a POSIX shell, whatever it holds; a NUL, which no word can hold, is left out. */
export function quoted(text: string): string {
  const word = text.replaceAll('\0', '')
  // zsh reads a word that begins with "=" as the name of a command.
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
