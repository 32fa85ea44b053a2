// Compares the scopes that each operation needs with the scopes of the token (RFC 6749, section 3.3).
import { type Exchange, statusOf } from '../base/exchange.ts'
import type { Contract, Operation } from '../contract/index.ts'
import { isToken, type RunConfig } from '../engine/index.ts'
import { type Finding, question } from './finding.ts'

/** @param granted scopes of the token; null if the token does not show them */
export function scopes(
  config: RunConfig,
  granted: readonly string[] | null,
  read: Exchange | null,
): readonly Finding[] {
  const { contract, profile } = config
  const operations = [...contract.operations.values()].filter(
    ({ name, authenticated, security }) =>
      authenticated &&
      profile.operations?.[name]?.supported !== false &&
      (security === null || security.flatMap(Object.keys).some((scheme) => isToken(config, scheme))),
  )
  const known = operations.filter(({ name }) => granted !== null || isKnown(read, name))
  const needed = operations.flatMap((one) => (known.includes(one) ? [] : (neededBy(one, config) ?? [])))
  return [
    ...known.map((operation) =>
      scopeOf(operation, config, granted ?? [], read?.operation === operation.name ? read : null),
    ),
    ...(known.length === operations.length ? [] : [hidden(needed)]),
  ]
}

function isKnown(read: Exchange | null, name: string): boolean {
  return read?.operation === name && (statusOf(read) < 300 || statusOf(read) === 403) && statusOf(read) > 0
}

function neededBy({ name, scopes: shown }: Operation, { profile }: RunConfig): readonly string[] | null {
  return profile.operations?.[name]?.scopes ?? shown
}

function hidden(needed: readonly string[]): Finding {
  return question('scope', 'Does the token have the scopes that the operations need?').unknown(
    'the token does not contain its scopes',
    needed.length === 0
      ? null
      : `Check in the administration of the tenant that the token has ${[...new Set(needed)].join(', ')}.`,
  )
}

function scopeOf(
  operation: Operation,
  config: RunConfig,
  granted: readonly string[],
  read: Exchange | null,
): Finding {
  const { name, title, method } = operation
  const about = question(`scope.${name}`, `Does the token allow the operation "${title}"?`)
  const { contract, writes } = config
  const needed = neededBy(operation, config)
  const words = needed?.join(' or ') ?? ''
  if (read !== null && statusOf(read) > 0 && statusOf(read) < 300)
    return about.ok(`the request succeeded${needed === null ? '' : `, with ${words}`}`)
  const declare = `Declare operations["${name}"].scopes in the profile.`
  if (read !== null && statusOf(read) === 403)
    return about.problem(
      'tenant',
      `the request got 403${needed === null ? '' : `: the request needs ${words}`}`,
      needed === null ? 'Grant the client the scope that the response names.' : `Grant the client ${words}.`,
    )
  if (needed === null || needed.length === 0) {
    const likely = likelyScope(operation, contract)
    return likely !== null && granted.includes(likely)
      ? about.ok(`the token has ${likely}; the required scope is not declared`)
      : about.unknown(
          `the required scope is not declared${likely === null ? '' : `; it is probably ${likely}, which the token lacks`}`,
          declare,
        )
  }
  if (needed.some((one) => granted.includes(one))) return about.ok(`the token has ${words}`)
  const lacks = `the token lacks ${words}`
  return writes === 'none' && method !== 'GET'
    ? about.warning(
        `${lacks}; a run with --writes none does not need this scope`,
        `Grant the client ${words}.`,
      )
    : about.problem('tenant', lacks, `Grant the client ${words}.`)
}

const verbs: Readonly<Record<string, string>> = { GET: 'read', POST: 'create', DELETE: 'delete' }

function likelyScope({ method, resource }: Operation, { scopes: known }: Contract): string | null {
  const scope = `${verbs[method] ?? 'update'}:${resource.replaceAll('-', '_')}`
  return known.has(scope) ? scope : null
}
