// Built-in rules about logins, logouts and alternative credentials.
import type { Authentication, Operation } from '../contract.ts'
import { loginIn, needsCredentials } from '../security.ts'
import { refusal, statuses } from './condition.ts'
import type { Rule, RuleFacts } from './rule.ts'

type Facts = Pick<RuleFacts, 'authentication'>
type At = Pick<Operation, 'method' | 'path'>

export function schemeOfLogin({ method, path }: At, { authentication }: Facts): string | null {
  return schemeWith(authentication, (login) => login.method === method && login.path === path)
}

export function schemeOfLogout({ method, path }: At, { authentication }: Facts): string | null {
  return schemeWith(authentication, ({ logout }) => logout?.method === method && logout.path === path)
}

function schemeWith(
  authentication: Authentication | null,
  has: (login: NonNullable<ReturnType<typeof loginIn>>) => boolean,
): string | null {
  const found = [...(authentication?.schemes ?? [])].find(([, scheme]) => {
    const login = loginIn(scheme)
    return login !== null && has(login)
  })
  return found?.[0] ?? null
}

export function readWithSession(
  { operations }: Pick<RuleFacts, 'operations'>,
  scheme: string,
): Operation | null {
  const found = [...operations.values()].find(
    ({ method, path, security, authenticated }) =>
      method === 'GET' &&
      authenticated &&
      !path.includes('{') &&
      (security ?? []).every((one) => Object.keys(one).join() === scheme),
  )
  return found ?? null
}

const alternativesOf = ({ security }: Operation): NonNullable<Operation['security']> =>
  (security ?? []).filter((one) => Object.keys(one).length > 0)

export const rulesOfLogins: readonly Rule[] = [
  {
    name: 'login-refuses',
    level: 'MUST',
    holdsFor: (operation, _resource, facts) => schemeOfLogin(operation, facts) !== null,
    statement: () => 'The tenant returns no credential for a login with a wrong password or an unknown user.',
  },
  {
    name: 'session-ended',
    level: 'MUST',
    holdsFor: (operation, _resource, facts) => {
      const scheme = schemeOfLogout(operation, facts)
      return scheme !== null && readWithSession(facts, scheme) !== null
    },
    statement: (operation, _resource, facts) => {
      const read = readWithSession(facts, schemeOfLogout(operation, facts) ?? '')
      return `The tenant returns ${statuses(read?.refusals.unauthenticated, refusal)} for a request with the credential of a session that a logout ended.`
    },
  },
  {
    name: 'alternative-accepted',
    level: 'MUST',
    holdsFor: (operation) =>
      alternativesOf(operation).length > 1 && needsCredentials(operation.security ?? []),
    statement: (operation) =>
      `The tenant accepts a request with any one of these credentials: ${alternativesOf(operation)
        .map((one) => Object.keys(one).join(' with '))
        .join(', ')}.`,
  },
]
