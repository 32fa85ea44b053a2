// Levels of the built-in rules for OpenAPI documents. A rule is a MUST only if the document states it.
import { rules } from '../../contract/index.ts'

/** Rules that follow from statements of the document about the operation. */
const stated: readonly string[] = [
  'response-json',
  'auth-missing',
  'alternative-accepted',
  ...['documented-media-type', 'response-headers', 'documented-body', 'problem-status'],
  // These rules follow from the media type of the request (RFC 6902).
  ...['patch-refused', 'patch-atomic'],
  // These rules only apply if a contract folder states further facts.
  ...['accepted-ends', 'accepted-takes-effect', 'safe-changes-nothing'],
  ...['upsert', 'upsert-unknown', 'supersedes', 'replaces-objects'],
]

/** Rules that a document cannot state, and that not every API follows. */
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
