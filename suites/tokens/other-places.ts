// Observes, without a verdict, whether the tenant accepts a token in a query or a form (RFC 6750, section 2).
import { authorization, type Exchange, type Request, statusOf, type TestContext } from '../../src/suite.ts'

export const observeOtherPlaces = async (check: TestContext): Promise<void> => {
  const { requests, call, contract, knowledge, principals } = check
  const withForged = inQuery({ ...requests.probe(), intent: 'probe' }, 'not-a-token')
  const both = await call(withForged)
  knowledge.observe('two-tokens', both.accepted ? 'the header counts' : `status ${statusOf(both)}`)
  // A query can appear in logs, so the run uses the token with the fewest scopes.
  if (!principals.has('limited')) return
  const outcome = await principals.outcome('limited')
  if (!outcome.ok) return
  const token = outcome.token.reveal()
  const alone = inQuery({ ...requests.probe(), intent: 'unauthorised' }, token)
  knowledge.observe('token-in-query', taken(await call(alone, { as: 'none' })))
  const update = [...contract.operations.values()].find(({ act }) => act === 'update')
  // A tenant that accepts the token carries out the update, so the run must be allowed to update.
  if (update === undefined || !check.allows(check.effectOf(update.name))) return
  const request = authorization.harmlessRequest(check, update.name)
  if (request === null) return
  const body = { access_token: token }
  const mediaType = 'application/x-www-form-urlencoded'
  const form: Request = { ...request, body, mediaType, intent: 'unauthorised' }
  knowledge.observe('token-in-form', taken(await call(form, { as: 'none' })))
}

const inQuery = (request: Request, token: string): Request => ({
  ...request,
  path: `${request.path}?${new URLSearchParams({ access_token: token })}`,
})

// With 403 or 404, the tenant has recognised the client by its token.
const taken = (exchange: Exchange): string =>
  [401, 400, 415, 422].includes(statusOf(exchange)) ? 'not taken' : `taken: status ${statusOf(exchange)}`
