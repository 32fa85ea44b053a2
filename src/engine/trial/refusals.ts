// Advice about refused requests, and about unexpected responses to creations.
import { describeResponse, type Exchange, isSuccessful, statusOf } from '../../base/exchange.ts'
import type { Contract, Operation, Resource } from '../../contract/index.ts'
import type { Attempt } from '../../oracle/index.ts'
import { type Advice, adding } from './advice.ts'
import { pathOf } from './ids.ts'

export function isExpectedSuccess({ success }: Operation, attempt: Attempt): boolean {
  return isSuccessful(attempt) && (success?.includes(statusOf(attempt)) ?? true)
}

export function refused({ name, method, success }: Operation, attempt: Attempt): Advice {
  const status = statusOf(attempt)
  const found = `${method} ${pathOf(attempt)} got ${describeResponse(attempt)}`
  if (isSuccessful(attempt) && (success?.includes(status) ?? true))
    return {
      word: 'response',
      found: `${found}, which is not the body that the contract describes`,
      remedy: `Correct "response" in operations/${name}.json of the contract, or remove "response".`,
    }
  if (isSuccessful(attempt))
    return {
      word: 'success',
      found,
      remedy: `If this status is right, set "success": [${[...new Set([...(success ?? []), status])].join(', ')}] in operations/${name}.json of the contract.`,
    }
  return {
    word: 'examples',
    found,
    remedy: `Correct the request's schema in operations/${name}.json of the contract, or add a body that the service accepts: "examples": [{ … }].`,
  }
}

/** Proposes no setting that the contract already contains. */
export function unnamed(resource: Resource, { name: operation }: Operation, created: Attempt): Advice {
  const { name, idIn } = resource
  const pointer = resource.idsAt.get(operation) ?? resource.id
  const file = `resources/${name}.json of the contract`
  const places = {
    response: `at ${pointer} of the response`,
    location: 'in the Location header',
    request: `at ${pointer} of the request`,
    path: 'in the path of the request',
  }
  const remedies = {
    response: `Say where the id is: ${adding(name, '"id": "/…" (a JSON pointer), "idIn": "location", or "idIn": "request" if the request chooses it')}`,
    location: `Say where the id is: set "id" (a JSON pointer) instead of "idIn" in ${file}.`,
    request: `Check whether the service keeps the id of the request. If the service chooses the id itself, remove "idIn" from ${file}.`,
    path: `Check whether a read returns a member of the request. If so, set "name" to the JSON pointer of this member in ${file}: the run recognises its resources by this member.`,
  }
  return {
    word: 'id',
    found: `the creation got ${describeResponse(created)}; the run looked for the id ${places[idIn ?? 'response']}, as the contract says, but no read with this id shows the sent values`,
    remedy: remedies[idIn ?? 'response'],
  }
}

export function preconditions(exchanges: readonly Exchange[], { operations }: Contract): readonly Advice[] {
  return exchanges.flatMap((exchange): Advice[] => {
    const status = statusOf(exchange)
    const has = Object.keys(exchange.request.headers).some((name) => name.toLowerCase() === 'if-match')
    if ((status !== 412 && status !== 428) || has) return []
    const { method } = exchange.request
    const operation = operations.get(exchange.operation)
    // A creation cannot send If-Match, because a new resource has no ETag yet.
    if (operation?.act === 'create') return []
    const declared = operation?.parameters.find(
      ({ name, in: place }) => place === 'header' && name.toLowerCase() === 'if-match',
    )
    const file = `operations/${exchange.operation}.json of the contract`
    return [
      {
        word: 'If-Match',
        found: `${method} ${pathOf(exchange as Attempt)} got ${describeResponse(exchange)}`,
        remedy:
          declared === undefined
            ? `Add { "name": "If-Match", "in": "header", "required": true, "schema": { "type": "string" } } to the parameters of ${file}: then the run sends the ETag of the last response.`
            : declared.required
              ? `Check whether a read returns an ETag: the run has no ETag for If-Match.`
              : `Set "required": true for If-Match in ${file}: only then the run sends the ETag of the last response.`,
      },
    ]
  })
}
