// Explains why the run creates no more resources of a kind.
import { describeResponse, type Exchange, isNotFound, statusOf } from '../../base/exchange.ts'
import { dotted, isObject, type Json, type JsonObject, tokenOf } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { fixtureOf } from '../requests/fixture.ts'
import type { Session } from '../session/session.ts'
import { stepInWords } from './before-deletion.ts'
import { aOf } from './grammar.ts'
import { type Kind, lifeOf } from './kind.ts'

/** Texts without a final full stop. */
export interface CreationBlocker {
  readonly found: string
  /** Null unless a removal failed. */
  readonly removal: { readonly remedy: string | null } | null
}

const correction = 'correct the removal in the profile'
// Statuses of a tenant that cannot delete a resource yet.
const refusingStatuses: readonly number[] = [400, 409, 412, 422, 423]

export function blockerInWords({ found, removal }: CreationBlocker): string {
  if (removal === null) return found
  const { remedy } = removal
  return remedy === null ? `${found}: ${correction}` : `${found}: ${remedy}; otherwise ${correction}`
}

/** @param shown the resource in a read after an accepted removal, or null */
export function removalBlocker(
  session: Session,
  kind: Kind,
  exchange: Exchange,
  shown: JsonObject | null,
): CreationBlocker {
  const { title, fixtures, resource } = kind
  const fixture = fixtureOf(session, fixtures.remove)
  const { method = '', path = '' } = fixture ?? lifeOf(session.contract, resource, 'delete') ?? {}
  const request = fixture === undefined ? 'the removal' : `the fixture ${fixtures.remove}`
  const found = `${aOf(title)} could not be removed after its use: ${request} (${method} ${path}) got ${outcomeOf(exchange, title, shown)}`
  const end = endIn(shown ?? {})
  if (end !== null)
    return {
      found,
      removal: {
        remedy: `if a deleted ${title} shows ${dotted(end.pointer)}${isObject(end.value) ? '' : ` ${jsonText(end.value)}`}, set "ended": ${jsonText({ [end.pointer]: end.value })} in resources/${resource.name}.json of the contract`,
      },
    }
  const isRefused =
    refusingStatuses.includes(statusOf(exchange)) && fixture === undefined && resource.beforeDelete === null
  return { found, removal: { remedy: isRefused ? stepInWords(session.contract, resource) : null } }
}

export function outcomeOf(exchange: Exchange, title: string, shown: JsonObject | null): string {
  const response = describeResponse(exchange)
  if (shown !== null) return `${response}, and a later read still shows the ${title}`
  return isNotFound(exchange) ? `${response}, as if the ${title} had never existed` : response
}

function endIn(shown: JsonObject, above = ''): { readonly pointer: string; readonly value: Json } | null {
  for (const [name, value] of Object.entries(shown)) {
    const pointer = `${above}/${tokenOf(name)}`
    if (isObject(value) && above === '') {
      const inner = endIn(value, pointer)
      if (inner !== null) return inner
    } else if (/^(?:state|status|deleted|is_?deleted|active|archived|phase)$/i.test(name) && value !== null)
      return { pointer, value }
    else if (
      /^(?:deleted|removed|archived|ended|expired|cancell?ed)_?at$/i.test(name) &&
      typeof value === 'string'
    )
      return { pointer, value: { type: 'string' } }
  }
  return null
}
