// Rules about single requests.
import { formType } from '../../base/http/media-type.ts'
import type { Authentication, Operation } from '../contract.ts'
import { isTokenScheme, sendsJwt } from '../security.ts'
import { isChange, isLimited, isMade, isRead, isSupplied, refusal, refuses, statuses } from './condition.ts'
import type { Rule } from './rule.ts'

const isByToken = (security: Operation['security'], authentication: Authentication | null): boolean =>
  security === null ||
  security.flatMap(Object.keys).some((name) => {
    const scheme = authentication?.schemes.get(name)
    return scheme !== undefined && isTokenScheme(scheme)
  })

export const rulesOfRequests: readonly Rule[] = [
  {
    name: 'accepts',
    level: 'MUST',
    holdsFor: () => true,
    statement: ({ success }) => `A valid request is answered with ${statuses(success, 'a 2xx status')}.`,
  },
  {
    name: 'response-json',
    level: 'MUST',
    // Documented responses have another rule.
    holdsFor: ({ response, responses }) => response !== null && responses.length === 0,
    statement: () => 'The body of a successful response is JSON and not labelled as another media type.',
  },
  {
    name: 'no-server-error',
    level: 'MUST',
    holdsFor: ({ authenticated, request, idParameter, parameters }) =>
      authenticated || request !== null || idParameter !== null || parameters.some(isLimited),
    statement: () =>
      'No request that is invalid or unauthorised, or whose validity is open, is answered with a 5xx status.',
  },
  {
    name: 'malformed-json',
    level: 'MUST',
    holdsFor: (operation) =>
      operation.request !== null && operation.mediaType !== formType && refuses(operation, 'malformed'),
    statement: ({ refusals }) =>
      `A body that is not JSON is refused with ${statuses(refusals.malformed, refusal)}.`,
  },
  {
    name: 'media-type',
    level: 'MUST',
    holdsFor: ({ request, refusals }) => request !== null && refusals.mediaType != null,
    statement: ({ refusals }) =>
      `A body of another media type is refused with ${statuses(refusals.mediaType, refusal)}.`,
  },
  {
    name: 'media-type-ignored',
    level: 'MUST',
    holdsFor: (operation, resource, { otherMediaTypesIgnored }) =>
      isChange(operation) && operation.request !== null && isRead(resource) && otherMediaTypesIgnored,
    statement: () => 'A request whose body is of another media type changes nothing.',
  },
  {
    name: 'problem',
    level: 'MUST',
    holdsFor: (_operation, _resource, { problem }) => problem !== null,
    statement: (_operation, _resource, { problem }) =>
      `Every refusal has a body of media type ${problem?.mediaType} and the form that the contract gives.`,
  },
  {
    name: 'auth-missing',
    level: 'MUST',
    holdsFor: (operation) => operation.authenticated && refuses(operation, 'unauthenticated'),
    statement: ({ refusals, security }) =>
      `A request without ${security === null ? 'a token' : 'credentials'} is refused with ${statuses(refusals.unauthenticated, refusal)}.`,
  },
  {
    name: 'auth-invalid',
    level: 'MUST',
    holdsFor: (operation) => operation.authenticated && refuses(operation, 'unauthenticated'),
    statement: ({ refusals, security }) =>
      `A request with ${security === null ? 'a token' : 'credentials'} that the service did not issue is refused with ${statuses(refusals.unauthenticated, refusal)}.`,
  },
  {
    name: 'auth-expired',
    level: 'MUST',
    holdsFor: (operation, _resource, { authentication }) =>
      operation.authenticated &&
      authentication !== null &&
      sendsJwt(operation, authentication) &&
      refuses(operation, 'unauthenticated'),
    statement: ({ refusals }) =>
      `A request with an expired token is refused with ${statuses(refusals.unauthenticated, refusal)}.`,
  },
  {
    name: 'auth-scope',
    level: 'MUST',
    holdsFor: (operation) =>
      operation.authenticated &&
      operation.scopes !== null &&
      operation.scopes.length > 0 &&
      refuses(operation, 'forbidden'),
    statement: ({ scopes, refusals, security }, _resource, { authentication }) =>
      `A request with ${isByToken(security, authentication) ? 'a token that lacks' : 'credentials that lack'} the scope ${scopes?.join(security === null ? ' or ' : ', ')} is refused with ${statuses(refusals.forbidden, refusal)}.`,
  },
  {
    name: 'query-refused',
    level: 'MUST',
    holdsFor: (operation) =>
      (operation.act === 'list' || operation.act === 'read') &&
      operation.parameters.some(isLimited) &&
      refuses(operation, 'invalid'),
    statement: ({ parameters, refusals }) =>
      `A value of ${parameters
        .filter(isLimited)
        .map(({ name }) => name)
        .join(
          ' or ',
        )} in the query that its schema does not allow is refused with ${statuses(refusals.invalid, refusal)}.`,
  },
  {
    name: 'unknown-id',
    level: 'MUST',
    holdsFor: (operation, resource) =>
      operation.idParameter !== null &&
      (isMade(resource) || (operation.act === 'delete' && isSupplied(resource))) &&
      refuses(operation, 'unknown'),
    statement: ({ refusals }) =>
      `A request for an id that never existed is refused with ${statuses(refusals.unknown, refusal)}.`,
  },
]
