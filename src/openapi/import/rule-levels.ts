// Levels of the built-in rules for documents: MUST is only what a document states.
import { rules } from '../../contract/index.ts'

/** Rules that a document states for each operation. */
const stated: readonly string[] = [
  'response-json',
  'auth-missing',
  'alternative-accepted',
  ...['documented-media-type', 'response-headers', 'documented-body', 'problem-status'],
  // By the media type of the request (RFC 6902).
  ...['patch-refused', 'patch-atomic'],
  // Only a folder states the facts that they need.
  ...['accepted-ends', 'accepted-takes-effect', 'safe-changes-nothing'],
  ...['upsert', 'upsert-unknown', 'supersedes', 'replaces-objects'],
]

/** Rules that no document states, and that practice does not expect everywhere. */
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
