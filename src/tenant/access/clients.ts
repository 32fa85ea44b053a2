// Makes the OAuth clients of the tenant, one for each principal of a run.
import { unguessable } from '../../base/chance.ts'
import type { Variation } from '../variations/variation.ts'

export interface Client {
  readonly id: string
  readonly secret: string
  readonly scopes: readonly string[]
  /** False: the client gets 401 (part 5 of the specification, rule 3). */
  readonly global: boolean
}

export interface Clients {
  readonly full: Client
  readonly limited: Client
  readonly nonGlobal: Client
}

export const principals = ['full', 'limited', 'nonGlobal'] as const satisfies readonly (keyof Clients)[]

/**
 * The scopes of `limited` have the right resources, but wrong verbs. The scopes of `nonGlobal` are right.
 * @param operations the operations in the specification
 */
export function makeClients(
  variation: Variation,
  operations: readonly string[],
  secrets: Readonly<Partial<Record<keyof Clients, string>>> = {},
): Clients {
  const scopes = [...new Set(Object.values(variation.scopes))].sort()
  const needed = operations.flatMap((operation) => variation.scopes[operation] ?? [])
  const client = (
    name: string,
    granted: readonly string[],
    global: boolean,
    secret = `secret-${unguessable()}`,
  ): Client => ({
    id: `client-${name}`,
    secret,
    scopes: granted,
    global,
  })
  return {
    full: client('full', scopes, true, secrets.full),
    limited: client('limited', wrongVerbs(scopes, needed), true, secrets.limited),
    nonGlobal: client('non-global', scopes, false, secrets.nonGlobal),
  }
}

// Chooses verbs that no operation needs. Prefers `read`, because it allows no change.
function wrongVerbs(scopes: readonly string[], needed: readonly string[]): readonly string[] {
  const resources = new Set(scopes.map((scope) => scope.slice(scope.indexOf(':') + 1)))
  return [...resources].flatMap((resource) =>
    verbs
      .map((verb) => `${verb}:${resource}`)
      .filter((scope) => !needed.includes(scope))
      .slice(0, 1),
  )
}

const verbs = ['read', 'update', 'create', 'delete']
