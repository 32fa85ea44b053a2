// Reads the content that a singleton has before the run, to restore it later.
import { describeResponse, isServerFailure } from '../../../base/exchange.ts'
import { isObject } from '../../../base/json.ts'
import { jsonText } from '../../../base/numbers/exact-number.ts'
import { type Attempt, NotRun } from '../../../oracle/index.ts'
import type { Saved } from '../../ledger/ledger-entry.ts'
import type { Session } from '../../session/session.ts'
import { isPlural } from '../grammar.ts'
import type { SingletonAccess } from './singleton-access.ts'

const markers = /tc-[\da-f]{8}/

/**
 * @throws NotRun if the run cannot restore the content, or if it contains a secret or another run's marker
 */
export async function originalOf(
  one: SingletonAccess,
  session: Session,
  read: () => Promise<Attempt>,
): Promise<Saved> {
  const { title } = one.kind
  const saved = await contentOf(one, session, read)
  const { original, beside } = saved
  const all = { ...beside, ...original }
  const foreign = markers.exec(jsonText(all))
  if (foreign !== null)
    throw new NotRun(
      `the ${title} ${isPlural(title) ? 'contain' : 'contains'} the marker of another run (${foreign[0]}): wait until the other run ends, or sweep its leftovers and restore the ${title} by hand`,
    )
  // The content goes into the ledger, which must not contain secrets.
  if (jsonText(session.config.mask.maskDeep(all)) !== jsonText(all))
    throw new NotRun(
      `the ${title} ${isPlural(title) ? 'contain' : 'contains'} a secret of this run, but the ledger must not contain secrets: store another value in the ${title}`,
    )
  return saved
}

async function contentOf(
  one: SingletonAccess,
  { config }: Session,
  readOne: () => Promise<Attempt>,
): Promise<Saved> {
  const { title, resource, fixtures } = one.kind
  if (one.writing === null)
    throw new NotRun(
      `the check changes the ${title}, and no operation can restore the original: name an operation that replaces or updates the ${title} in "life" of the resource`,
    )
  if (one.reading() === null) {
    const { defaults } = resource
    if (isObject(defaults) && config.defaultsAssumed) return { source: 'defaults', original: defaults }
    throw new NotRun(
      `the check changes the ${title}, and the original cannot be restored without a read: declare fixtures.${fixtures.read} in the profile, ${isObject(defaults) ? `or say with ${config.defaultsAssumedBy} that the tenant stores the defaults of the specification` : `or name an operation that reads the ${title} in "life" of the resource`}`,
    )
  }
  const read = await readOne()
  const original = one.writable(read)
  if (original === null)
    throw new NotRun(
      `the check changes the ${title}, and the original cannot be restored: a read does not return all required values (${describeResponse(read)})`,
      isServerFailure(read) ? 'failing' : 'user',
    )
  const beside = one.beside(read)
  return { source: 'read', original, ...(Object.keys(beside).length === 0 ? {} : { beside }) }
}
