// Built-in rules about single requests.

import { formType } from '../../base/http/media-type.ts'
import { listInWords } from '../../base/text/list-in-words.ts'
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
    statement: ({ success }) =>
      `The tenant returns ${statuses(success, 'a 2xx status')} for a valid request.`,
  },
  {
    name: 'response-json',
    level: 'MUST',
    // Another rule checks responses that the contract documents by status.
    holdsFor: ({ response, responses }) => response !== null && responses.length === 0,
    statement: () =>
      'The body of a successful response is JSON. If the response has a Content-Type header, this header names a JSON media type.',
  },
  {
    name: 'no-server-error',
    level: 'MUST',
    holdsFor: ({ authenticated, request, idParameter, parameters }) =>
      authenticated || request !== null || idParameter !== null || parameters.some(isLimited),
    statement: () =>
      'The tenant never returns a 5xx status for a request that is invalid or unauthorised, or whose validity is not specified.',
  },
  {
    name: 'malformed-json',
    level: 'MUST',
    holdsFor: (operation) =>
      operation.request !== null && operation.mediaType !== formType && refuses(operation, 'malformed'),
    statement: ({ refusals }) =>
      `The tenant returns ${statuses(refusals.malformed, refusal)} for a body that has a JSON media type but is not valid JSON.`,
  },
  {
    name: 'media-type',
    level: 'MUST',
    holdsFor: ({ request, refusals }) => request !== null && refusals.mediaType != null,
    statement: ({ refusals }) =>
      `The tenant returns ${statuses(refusals.mediaType, refusal)} for a body with a media type that the operation does not support.`,
  },
  {
    name: 'media-type-ignored',
    level: 'MUST',
    holdsFor: (operation, resource, { otherMediaTypesIgnored }) =>
      isChange(operation) && operation.request !== null && isRead(resource) && otherMediaTypesIgnored,
    statement: () => 'A request with a body of another media type changes nothing.',
  },
  {
    name: 'problem',
    level: 'MUST',
    holdsFor: (_operation, _resource, { problem }) => problem !== null,
    statement: (_operation, _resource, { problem }) =>
      `Every response that rejects a request has a body with the media type ${problem?.mediaType}. The body matches the schema of all error responses.`,
  },
  {
    name: 'auth-missing',
    level: 'MUST',
    holdsFor: (operation) => operation.authenticated && refuses(operation, 'unauthenticated'),
    statement: ({ refusals, security }) =>
      `The tenant returns ${statuses(refusals.unauthenticated, refusal)} for a request without ${security === null ? 'a token' : 'credentials'}.`,
  },
  {
    name: 'auth-invalid',
    level: 'MUST',
    holdsFor: (operation) => operation.authenticated && refuses(operation, 'unauthenticated'),
    statement: ({ refusals, security }) =>
      `The tenant returns ${statuses(refusals.unauthenticated, refusal)} for a request with ${security === null ? 'a token' : 'credentials'} that the tenant did not issue.`,
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
      `The tenant returns ${statuses(refusals.unauthenticated, refusal)} for a request with an expired token.`,
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
      `The tenant returns ${statuses(refusals.forbidden, refusal)} for a request with ${isByToken(security, authentication) ? 'a token that lacks' : 'credentials that lack'} the ${security === null || scopes?.length === 1 ? 'scope' : 'scopes'} ${listInWords(scopes ?? [], security === null ? 'or' : 'and')}.`,
  },
  {
    name: 'query-refused',
    level: 'MUST',
    holdsFor: (operation) =>
      (operation.act === 'list' || operation.act === 'read') &&
      operation.parameters.some(isLimited) &&
      refuses(operation, 'invalid'),
    statement: ({ parameters, refusals }) =>
      `The tenant returns ${statuses(refusals.invalid, refusal)} if the schema does not allow the value of the query parameter ${listInWords(
        parameters.filter(isLimited).map(({ name }) => name),
        'or',
      )}.`,
  },
  {
    name: 'unknown-id',
    level: 'MUST',
    holdsFor: (operation, resource) =>
      operation.idParameter !== null &&
      (isMade(resource) || (operation.act === 'delete' && isSupplied(resource))) &&
      refuses(operation, 'unknown'),
    statement: ({ refusals }) =>
      `The tenant returns ${statuses(refusals.unknown, refusal)} for a request with an id that never existed.`,
  },
]
