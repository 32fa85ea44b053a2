// Levels of the built-in rules for documents. A rule is a MUST only if the document states it.
import { rules } from '../../contract/index.ts'

/** Rules that a document states for each operation. */
const stated: readonly string[] = [
  'response-json',
  'auth-missing',
  'alternative-accepted',
  ...['documented-media-type', 'response-headers', 'documented-body', 'problem-status'],
  // The media type of the request states these (RFC 6902).
  ...['patch-refused', 'patch-atomic'],
  // These need facts that only a folder states.
  ...['accepted-ends', 'accepted-takes-effect', 'safe-changes-nothing'],
  ...['upsert', 'upsert-unknown', 'supersedes', 'replaces-objects'],
]

/** Rules that no document states, and that not every API follows. */
const unstated: readonly string[] = [
  'empty-update',
  'replaces',
  'unique-refused',
  'reference-exists',
  'gone-with-parent',
  'auth-expired',
]

export function levelsOfRules(): Readonly<Record<string, 'MUST' | 'SHOULD' | null>> {
  const implied = rules.filter(({ named }) => named !== true)
  return Object.fromEntries(
    implied.map(({ name }) => [
      name,
      unstated.includes(name) ? null : stated.includes(name) ? 'MUST' : 'SHOULD',
    ]),
  )
}
