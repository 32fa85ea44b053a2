// Sends the request that must precede the deletion of a resource, for example to stop the resource.
import type { Contract, Resource } from '../../contract/index.ts'
import { fixtureOf } from '../requests/fixture.ts'
import { type Key, operationRequest } from '../requests/operation-request.ts'
import type { Request } from '../requests/request.ts'
import { waitsWithin } from '../session/read-after-write.ts'
import type { SendOptions, Session } from '../session/session.ts'
import type { Kind } from './kind.ts'
import type { Reader } from './reader.ts'
import { showsAll } from './recognition/ended.ts'

/**
 * Sends the request before a deletion, and waits for its effect. Call this only for resources that are proven
 * to be the run's own.
 */
export async function prepareDeletion(
  session: Session,
  kind: Kind,
  reader: Reader,
  key: Key,
  options: SendOptions,
): Promise<void> {
  const request = stepOf(session, kind, key)
  if (request === null) return
  // An earlier request may already have had the effect, so a refusal is no error.
  await session.send(request, options)
  const { beforeDelete } = kind.resource
  if (beforeDelete === null || beforeDelete.until.size === 0) return
  const look = () => reader.read(key, options)
  await session.readAfterWrite.until(await look(), {
    what: `${kind.title} before its deletion`,
    look,
    isThere: (read) => read.is !== 'there' || showsAll(read.shown, beforeDelete.until),
    waitsMs: waitsWithin(beforeDelete.withinMs),
  })
}

function stepOf(session: Session, { resource, fixtures }: Kind, key: Key): Request | null {
  const { contract } = session
  const { beforeDelete } = resource
  const operation = contract.operations.get(beforeDelete?.operation ?? '')
  if (beforeDelete === null || operation === undefined || fixtureOf(session, fixtures.remove) !== undefined)
    return null
  return {
    ...operationRequest(contract, operation, key, beforeDelete.body ?? undefined),
    operation: 'clean-up',
    effect: 'reversible',
    intent: 'probe',
  }
}

const ending =
  /(?:stop|cancel|close|end|finish|archive|deactivate|disable|suspend|terminate|detach|release|revoke|void|unpublish)/i

export function stepInWords({ operations }: Pick<Contract, 'operations'>, { name }: Resource): string {
  const own = [...operations.values()].filter(
    (one) => one.resource === name && one.act === 'other' && one.method !== 'GET' && one.idParameter !== null,
  )
  const likely = own.find((one) => ending.test(one.name.slice(name.length))) ?? own[0]
  const file = `in resources/${name}.json of the contract`
  return likely === undefined
    ? `read the response; if another resource still uses this resource, remove the other resource first; if another request must precede the deletion, set "beforeDelete": "OPERATION" ${file}`
    : `if a deletion needs another request first, set "beforeDelete": "${likely.name}" ${file}`
}
