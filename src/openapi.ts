// The contract as an OpenAPI 3.1 document, for tools that read that.
import { isObject, type Json, type JsonObject } from './base/json.ts'
import type { Contract, Operation, RateLimit, Refusals } from './contract/index.ts'

/** Its operations. What the contract does not say is left open: any 2xx, any 4xx. @param version of this tool */
export function openApiOf(contract: Contract, version: string): JsonObject {
  const paths: Record<string, Record<string, Json>> = {}
  for (const operation of contract.operations.values()) {
    const path = paths[operation.path] ?? {}
    paths[operation.path] = path
    path[operation.method.toLowerCase()] = operationOf(operation, contract)
  }
  const { authentication } = contract
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: contract.title,
      version: contract.version,
      description: `Exported by tenant-conformance ${version} from what the contract ${contract.name} says.`,
    },
    servers: [
      {
        url: `https://{domain}${contract.basePath ?? ''}`,
        variables: { domain: { default: 'tenant.example' } },
      },
    ],
    ...(authentication === null ? {} : { security: securityOf([], contract) }),
    paths,
    ...(authentication === null ? {} : { components: { securitySchemes: schemesOf(contract) } }),
  }
}

function schemesOf({ authentication, operations }: Contract): JsonObject {
  const scopes = [...new Set([...operations.values()].flatMap(({ scopes }) => scopes ?? []))]
  const { tokens, tokenPath } = authentication ?? {}
  return {
    bearerAuth: { type: 'http', scheme: 'bearer', ...(tokens === 'jwt' ? { bearerFormat: 'JWT' } : {}) },
    ...(tokenPath == null
      ? {}
      : {
          oAuth2ClientCredentials: {
            type: 'oauth2',
            flows: {
              clientCredentials: {
                tokenUrl: tokenPath,
                scopes: Object.fromEntries(scopes.map((scope) => [scope, ''])),
              },
            },
          },
        }),
  }
}

// Scopes of a bearer token may be named since 3.1.
function securityOf(scopes: readonly string[], { authentication }: Contract): readonly JsonObject[] {
  if (authentication?.tokenPath == null) return [{ bearerAuth: [...scopes] }]
  return [{ bearerAuth: [] }, { oAuth2ClientCredentials: [...scopes] }]
}

function operationOf(operation: Operation, contract: Contract): JsonObject {
  const { name, title, part, parameters, request, response, success, scopes, authenticated } = operation
  const content = (types: readonly string[], schema: Json): JsonObject =>
    Object.fromEntries(types.map((type) => [type, { schema: plain(schema) }]))
  const served: JsonObject = {
    description: 'Success',
    ...(response === null ? {} : { content: content(['application/json'], response) }),
  }
  return {
    operationId: name,
    summary: title,
    ...(part === '' ? {} : { description: `Part ${part} of the specification.` }),
    ...(authenticated
      ? scopes === null
        ? {}
        : { security: securityOf(scopes, contract) }
      : contract.authentication === null
        ? {}
        : { security: [] }),
    ...(parameters.length === 0
      ? {}
      : {
          parameters: parameters.map((parameter) => ({
            name: parameter.name,
            in: parameter.in,
            required: parameter.in === 'path',
            schema: plain(parameter.schema),
          })),
        }),
    ...(request === null
      ? {}
      : {
          requestBody: {
            required: true,
            content: content([...new Set([operation.mediaType, ...contract.mediaTypes])], request),
          },
        }),
    responses: {
      ...(success === null
        ? { '2XX': served }
        : Object.fromEntries(success.map((status) => [String(status), served]))),
      ...refusalsOf(operation, contract),
    },
  }
}

const words: Readonly<Record<keyof Refusals, string>> = {
  malformed: 'a body that is not JSON',
  mediaType: 'a body of another media type',
  invalid: 'a value that its schema does not allow',
  unknown: 'an unknown id',
  conflict: 'a value that there is already',
  transition: 'a transition that there is not',
  unauthenticated: 'an invalid token',
  forbidden: 'insufficient scope',
}

function refusalsOf({ refusals, authenticated }: Operation, { problem, rateLimit }: Contract): JsonObject {
  // RFC 6750, 3.1, where the contract says nothing else.
  const own: Refusals = authenticated ? { unauthenticated: [401], forbidden: [403], ...refusals } : refusals
  const reasons = new Map<number, string[]>()
  for (const [reason, statuses] of Object.entries(own) as [keyof Refusals, readonly number[]][])
    for (const status of statuses) reasons.set(status, [...(reasons.get(status) ?? []), words[reason]])
  const body = problem === null ? {} : { content: { [problem.mediaType]: { schema: plain(problem.schema) } } }
  return {
    ...Object.fromEntries(
      [...reasons].map(([status, of]) => [
        String(status),
        { description: `Refused: ${of.join(', or ')}`, ...body },
      ]),
    ),
    ...(rateLimit === null ? {} : { [String(rateLimit.status)]: rateLimited(rateLimit) }),
    '4XX': { description: 'Any other refusal', ...body },
  }
}

function rateLimited({ headers }: RateLimit): JsonObject {
  return {
    description: 'Too many requests',
    headers: Object.fromEntries(
      Object.values(headers).map((header) => [header, { required: true, schema: { type: 'string' } }]),
    ),
  }
}

// Our own keywords are for the checker alone.
function plain(schema: Json): Json {
  if (Array.isArray(schema)) return (schema as readonly Json[]).map(plain)
  if (!isObject(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !key.startsWith('x-') || !isKeyword(schema))
      .map(([key, member]) => [key, plain(member)]),
  )
}

// A map of properties may have a property whose name begins like that.
function isKeyword(schema: JsonObject): boolean {
  return ['type', 'enum', 'const', 'properties', 'anyOf', 'allOf', 'oneOf', 'items', 'not', 'required'].some(
    (keyword) => keyword in schema,
  )
}
