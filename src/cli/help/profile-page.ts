// Prints the keys of a profile for the help and for docs/profile.md.
import type { Json } from '../../base/json.ts'
import { withGenerated } from '../../catalogue/generated-part.ts'
import { loadContract } from '../../contract/index.ts'
import { type ProfileKey, profileKeysOf } from '../../profile/index.ts'
import { wrapped } from '../../report/index.ts'

export function withProfileTable(page: string, keys = profileKeysOf(loadContract())): string {
  return withGenerated(page, 'keys', profileTable(keys))
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
