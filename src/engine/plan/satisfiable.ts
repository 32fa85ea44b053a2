// Verifies that each request schema of a contract allows at least one body.
import fc from 'fast-check'
import { ConfigurationError } from '../../base/error.ts'
import type { Contract } from '../../contract/index.ts'
import { GenerateError, valid } from '../../generate/index.ts'

/** @throws ConfigurationError with all requests whose schema allows no body */
export function requireSatisfiable({ name, operations }: Contract): void {
  const problems = [...operations.values()].flatMap(({ name: operation, request }) => {
    if (request === null) return []
    try {
      fc.sample(valid(request, { hostile: false, extras: false }), { numRuns: 1, seed: 1 })
      return []
    } catch (error) {
      if (!(error instanceof GenerateError)) throw error
      return [
        `\n  schemas/operations/${operation}.json at /request: no value satisfies this schema: ${error.message}. Look in this schema for keywords that exclude each other, for example a minLength above the maxLength`,
      ]
    }
  })
  if (problems.length > 0)
    throw new ConfigurationError(`The contract ${name} is not valid:${problems.join('')}`)
}
