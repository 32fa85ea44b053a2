// Prints the keys of a profile.
import type { Json } from '../../base/json.ts'
import { loadContract } from '../../contract/index.ts'
import { type ProfileKey, profileKeysOf } from '../../profile/index.ts'
import { wrapped } from '../../report/index.ts'

const marks = { begin: '<!-- generated: keys -->\n', end: '<!-- end -->\n' } as const

export function withProfileTable(page: string, keys = profileKeysOf(loadContract())): string {
  const from = page.indexOf(marks.begin) + marks.begin.length
  return `${page.slice(0, from)}${profileTable(keys)}${page.slice(page.indexOf(marks.end, from))}`
}

function profileTable(keys: readonly ProfileKey[]): string {
  const rows = keys.map((key) => {
    const cells = [
      `\`${key.path}\`${key.required ? ' (required)' : ''}`,
      key.type,
      valueCell(key.default),
      key.description,
      valueCell(key.example),
    ]
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  })
  return `| key | type | default | meaning | example |\n|---|---|---|---|---|\n${rows.join('\n')}\n`
}

function valueCell(value: Json | undefined): string {
  return value === undefined ? '–' : `\`${JSON.stringify(value)}\``
}

/** @param width columns */
export function profileText(keys: readonly ProfileKey[], width: number): string {
  return keys
    .map(({ path, type, required, description, default: assumed, example }) => {
      const facts = [
        ...(required ? ['required'] : []),
        ...(assumed === undefined ? [] : [`default ${JSON.stringify(assumed)}`]),
      ]
      const lines = [
        `${path}   ${type}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`,
        ...[description, ...(example === undefined ? [] : [`Example: ${JSON.stringify(example)}`])]
          .filter((text) => text !== '')
          .flatMap((text) => wrapped(text, width - 4).map((line) => `    ${line}`)),
      ]
      return `${lines.join('\n')}\n`
    })
    .join('')
}
