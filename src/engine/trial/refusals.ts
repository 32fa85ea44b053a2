// Advice about refused requests, and unexpected responses to creations.
import { describeResponse, type Exchange, isSuccessful, statusOf } from '../../base/exchange.ts'
import type { Operation, Resource } from '../../contract/index.ts'
import type { Attempt } from '../../oracle/index.ts'
import { type Advice, adding } from './advice.ts'
import { pathOf } from './ids.ts'

export function isExpectedSuccess({ success }: Operation, attempt: Attempt): boolean {
  return isSuccessful(attempt) && (success?.includes(statusOf(attempt)) ?? true)
}

export function refused({ name, method, success }: Operation, attempt: Attempt): Advice {
  const status = statusOf(attempt)
  const found = `${method} ${pathOf(attempt)} was answered with ${describeResponse(attempt)}`
  if (isSuccessful(attempt))
    return {
      word: 'success',
      found,
      remedy: `If that is right, say "success": [${[...new Set([...(success ?? []), status])].join(', ')}] in operations/${name}.json of the contract.`,
    }
  return {
    word: 'examples',
    found,
    remedy: `Correct the request's schema in operations/${name}.json of the contract, or give a body that the service accepts: "examples": [{ … }].`,
  }
}

export function unnamed({ name, id }: Resource, created: Attempt): Advice {
  return {
    word: 'id',
    found: `the creation was answered with ${describeResponse(created)}, where nothing stands at ${id} that a read knows`,
    remedy: `Say where the id is: ${adding(name, '"id": "/…" (a JSON pointer), or "idIn": "location"')}`,
  }
}

export function preconditions(exchanges: readonly Exchange[]): readonly Advice[] {
  return exchanges.flatMap((exchange): Advice[] => {
    const status = statusOf(exchange)
    const has = Object.keys(exchange.request.headers).some((name) => name.toLowerCase() === 'if-match')
    if ((status !== 412 && status !== 428) || has) return []
    const { method } = exchange.request
    return [
      {
        word: 'If-Match',
        found: `${method} ${pathOf(exchange as Attempt)} was answered with ${describeResponse(exchange)}`,
        remedy: `Add { "name": "If-Match", "in": "header", "required": true, "schema": { "type": "string" } } to the parameters of operations/${exchange.operation}.json of the contract: the run sends the ETag that it saw last.`,
      },
    ]
  })
}
