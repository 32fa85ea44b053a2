// The entity tags of the stub (RFC 9110, section 8.8.3).
import { createHash } from 'node:crypto'
import { jsonText } from '../base/numbers/exact-number.ts'
import { type Contract, type Resource, takesTag } from '../contract/index.ts'
import type { Entry } from './entries/store.ts'
import type { StubRequest } from './message.ts'
import { Refused } from './refusal.ts'

export function tagHeaders(
  entry: Entry | null,
  resource: Resource,
  { operations }: Contract,
): Readonly<Record<string, string>> {
  const isTagged = [...operations.values()].some((one) => one.resource === resource.name && takesTag(one))
  return isTagged && entry !== null ? { etag: tagOf(entry) } : {}
}

/** @throws Refused if the header If-Match names another version of the entry */
export function requireCurrent({ operation, header, breaks }: StubRequest, entry: Entry): void {
  const named = takesTag(operation) ? header('if-match') : null
  if (named === null || named === '*' || breaks('stale-refused')) return
  if (named !== tagOf(entry)) throw new Refused('conflict', [412])
}

const tagOf = ({ body }: Entry): string =>
  `"${createHash('sha256').update(jsonText(body)).digest('hex').slice(0, 16)}"`
