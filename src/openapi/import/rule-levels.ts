// Sets the levels of built-in rules for OpenAPI documents.
import { rules } from '../../contract/index.ts'

/** These rules are MUST, because the document states them. */
const stated: readonly string[] = [
  'response-json',
  'auth-missing',
  'alternative-accepted',
  ...['documented-media-type', 'response-headers', 'documented-body', 'problem-status'],
  // These rules follow from RFC 6902.
  ...['patch-refused', 'patch-atomic'],
  // These rules need further facts from a contract folder.
  ...['accepted-ends', 'accepted-takes-effect', 'safe-changes-nothing'],
  ...['upsert', 'upsert-unknown', 'supersedes', 'replaces-objects'],
]

/** These rules are off, because a document cannot state them, and not every API obeys them. */
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
