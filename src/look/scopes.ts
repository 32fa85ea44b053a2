// Scopes: which one each operation needs, and whether the token has it (RFC 6749, 3.3).
import { type Exchange, statusOf } from '../base/exchange.ts'
import type { Contract, Operation } from '../contract/index.ts'
import type { RunConfig } from '../engine/index.ts'
import { type Finding, question } from './finding.ts'

/**
 * @param granted what the token shows of its scopes; null where it shows nothing
 * @param read the answer to the first read, which shows what that operation makes of the token
 */
export function scopes(
  config: RunConfig,
  granted: readonly string[] | null,
  read: Exchange | null,
): readonly Finding[] {
  return [...config.contract.operations.values()]
    .filter(
      ({ name, authenticated }) => authenticated && config.profile.operations?.[name]?.supported !== false,
    )
    .map((operation) => scopeOf(operation, config, granted, read?.operation === operation.name ? read : null))
}

function scopeOf(
  operation: Operation,
  { profile, contract, writes }: RunConfig,
  granted: readonly string[] | null,
  read: Exchange | null,
): Finding {
  const { name, title, method } = operation
  const about = question(`scope.${name}`, `May the token: ${title}?`)
  const needed = profile.operations?.[name]?.scopes ?? operation.scopes
  const words = needed?.join(' or ') ?? ''
  if (read !== null && statusOf(read) < 300)
    return about.ok(`it was served${needed === null ? '' : `, with ${words}`}`)
  const declare = `Declare operations["${name}"].scopes in the profile.`
  if (read !== null && statusOf(read) === 403)
    return about.problem(
      'tenant',
      `it was refused with 403${needed === null ? '' : `: it needs ${words}`}`,
      needed === null ? 'Grant the client the scope that the answer asks for.' : `Grant the client ${words}.`,
    )
  if (granted === null)
    return about.unknown(
      `the token does not show its scopes${needed === null ? '' : `; it needs ${words}`}`,
      needed === null ? declare : null,
    )
  if (needed === null || needed.length === 0) {
    const likely = likelyScope(operation, contract)
    return likely !== null && granted.includes(likely)
      ? about.ok(`the token has ${likely}; which scope it needs is not declared`)
      : about.unknown(
          `which scope it needs is not declared${likely === null ? '' : `; by its name it is ${likely}, which the token lacks`}`,
          declare,
        )
  }
  if (needed.some((one) => granted.includes(one))) return about.ok(`the token has ${words}`)
  const lacks = `the token lacks ${words}`
  // What the run will not send needs none.
  return writes === 'none' && method !== 'GET'
    ? about.warning(`${lacks}, which the write mode none does not need`, `Grant the client ${words}.`)
    : about.problem('tenant', lacks, `Grant the client ${words}.`)
}

const verbs: Readonly<Record<string, string>> = { GET: 'read', POST: 'create', DELETE: 'delete' }

/** The one that the name of the operation's resource makes likely, of those that there are. */
function likelyScope({ method, resource }: Operation, { scopes: known }: Contract): string | null {
  const scope = `${verbs[method] ?? 'update'}:${resource.replaceAll('-', '_')}`
  return known.has(scope) ? scope : null
}
