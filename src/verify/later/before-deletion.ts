// Allows a deletion only after the preceding step that the contract requires (`beforeDelete`).

import type { JsonObject } from '../../base/json.ts'
import { equal } from '../../base/json.ts'
import { withShown } from '../entries/new-entry.ts'
import type { Entry } from '../entries/store.ts'
import type { StubRequest } from '../message.ts'
import { Refused } from '../refusal.ts'

export function takeStep({ operation, resource }: StubRequest, entry: Entry, sent: JsonObject): void {
  const { beforeDelete } = resource
  if (beforeDelete === null || beforeDelete.operation !== operation.name) return
  if (beforeDelete.body !== null && !equal(beforeDelete.body, sent)) return
  entry.deletable = true
  entry.body = withShown(entry.body, beforeDelete.until)
}

/** @throws Refused if the required step is missing */
export function requireStep({ resource, breaks }: StubRequest, entry: Entry): void {
  const { beforeDelete } = resource
  if (beforeDelete === null || beforeDelete.refusal === null || entry.deletable === true) return
  if (!breaks('early-delete-refused')) throw new Refused('transition', beforeDelete.refusal)
}
