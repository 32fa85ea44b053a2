// Exports the responses of an operation.
import type { Json, JsonObject } from '../../base/json.ts'
import {
  type Contract,
  type Operation,
  type RateLimit,
  type RefusalReason,
  resolvedSchema,
} from '../../contract/index.ts'
import type { Knowledge } from '../../profile/index.ts'
import { exampleOf } from './example.ts'
import { conformanceKey, published } from './schema.ts'

export function contentOf(types: readonly string[], schema: Json, whole: boolean): JsonObject {
  const example = exampleOf(schema, whole)
  const shown = { schema: published(schema), ...(example === undefined ? {} : { example }) }
  return Object.fromEntries(types.map((type) => [type, shown]))
}

export function responsesOf(operation: Operation, contract: Contract, knowledge: Knowledge): JsonObject {
  return {
    ...successesOf(operation, knowledge),
    ...refusalsOf(operation, contract, knowledge),
    ...(contract.rateLimit === null
      ? {}
      : { [String(contract.rateLimit.status)]: rateLimited(contract.rateLimit, contract) }),
    '4XX': { description: 'Any other refusal', ...bodyOf(contract, knowledge) },
  }
}

const usual: Readonly<Record<Operation['act'], number>> = {
  create: 201,
  replace: 200,
  read: 200,
  list: 200,
  update: 200,
  delete: 204,
  other: 200,
}

function successesOf(operation: Operation, { profile, schemaAnswers }: Knowledge): JsonObject {
  const { name, success, response, act } = operation
  const declared = profile.operations?.[name]?.success
  const statuses = success ?? declared ?? [usual[act]]
  const source =
    success !== null
      ? 'Success'
      : `Success. The specification does not give the status: ${declared === undefined ? 'this is the usual status' : 'the profile declares this status'}`
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      {
        description: source,
        ...(response === null || status === 204
          ? {}
          : {
              content: contentOf(
                ['application/json'],
                resolvedSchema(response, schemaAnswers, 'response'),
                true,
              ),
            }),
      },
    ]),
  )
}

const words: Readonly<Record<RefusalReason, string>> = {
  malformed: 'a body that is not JSON',
  mediaType: 'a body of another media type',
  invalid: 'a value that its schema does not allow',
  unknown: 'an unknown id',
  conflict: 'a value that exists already',
  transition: 'a transition that the contract does not allow',
  unauthenticated: 'an invalid token',
  forbidden: 'insufficient scope',
}

function refusalsOf(operation: Operation, contract: Contract, knowledge: Knowledge): JsonObject {
  const declared = knowledge.profile.operations?.[operation.name]?.invalidRequest
  const reason: RefusalReason = operation.request === null ? 'unknown' : 'invalid'
  const own = {
    // Statuses of RFC 6750, section 3.1. The contract can override them.
    ...(operation.authenticated ? { unauthenticated: [401], forbidden: [403] } : {}),
    ...(declared === undefined ? {} : { [reason]: declared }),
    ...operation.refusals,
  }
  const reasons = new Map<number, string[]>()
  for (const [key, statuses] of Object.entries(own) as [RefusalReason, readonly number[] | null][])
    for (const status of statuses ?? []) reasons.set(status, [...(reasons.get(status) ?? []), words[key]])
  return Object.fromEntries(
    [...reasons].map(([status, of]) => [
      String(status),
      { description: `Refused: ${of.join(', or ')}`, ...bodyOf(contract, knowledge) },
    ]),
  )
}

function bodyOf({ problem }: Contract, { profile }: Knowledge): JsonObject {
  if (problem !== null) return { content: contentOf([problem.mediaType], problem.schema, true) }
  return profile.errorBody === undefined
    ? {}
    : { content: contentOf(['application/json'], profile.errorBody, true) }
}

function rateLimited({ headers }: RateLimit, { clauses }: Contract): JsonObject {
  const described: Readonly<
    Record<keyof RateLimit['headers'], { readonly description: string; readonly example: number }>
  > = {
    limit: { description: 'Number of allowed requests', example: 10 },
    remaining: { description: 'Number of remaining requests', example: 0 },
    reset: {
      description: 'Time of the next reset: seconds since 1970, or seconds from now',
      example: 1_767_225_600,
    },
  }
  const judged = [...clauses.values()].filter(({ concern }) => concern === 'rate-limit').map(({ id }) => id)
  return {
    description: 'Too many requests',
    headers: Object.fromEntries(
      (Object.entries(headers) as [keyof RateLimit['headers'], string][]).map(([which, header]) => [
        header,
        { required: true, schema: { type: 'integer', minimum: 0 }, ...described[which] },
      ]),
    ),
    ...(judged.length === 0 ? {} : { [conformanceKey]: judged }),
  }
}
