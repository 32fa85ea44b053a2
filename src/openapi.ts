// The contract as an OpenAPI 3.1 document, for tools that read that.
import { isObject, type Json, type JsonObject } from './base/json.ts'
import type { Contract, Operation } from './contract/index.ts'

/** The five operations. What the specification does not show is left open: any 2xx, any 4xx. @param version of this tool */
export function openApiOf(contract: Contract, version: string): JsonObject {
  const paths: Record<string, Record<string, Json>> = {}
  for (const operation of contract.operations.values()) {
    const path = paths[operation.path] ?? {}
    paths[operation.path] = path
    path[operation.method.toLowerCase()] = operationOf(operation)
  }
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Management API',
      version: '2.0',
      description: `Exported by tenant-conformance ${version} from what the specification shows.`,
    },
    servers: [{ url: 'https://{domain}/api/v2', variables: { domain: { default: 'tenant.example' } } }],
    security: [{ bearerAuth: [] }, { oAuth2ClientCredentials: [] }],
    paths,
    components: {
      securitySchemes: {
        bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        oAuth2ClientCredentials: {
          type: 'oauth2',
          flows: {
            clientCredentials: {
              tokenUrl: '/oauth/token/',
              scopes: Object.fromEntries(
                [...new Set([...contract.operations.values()].flatMap(({ scopes }) => scopes ?? []))].map(
                  (scope) => [scope, ''],
                ),
              ),
            },
          },
        },
      },
    },
  }
}

function operationOf(operation: Operation): JsonObject {
  const { name, title, part, parameters, request, response, success, scopes } = operation
  const content = (schema: Json): JsonObject => ({ 'application/json': { schema: plain(schema) } })
  const answer: JsonObject = {
    description: 'Success',
    ...(response === null ? {} : { content: content(response) }),
  }
  const rateLimited: JsonObject = {
    description: 'Too many requests',
    headers: Object.fromEntries(
      ['Limit', 'Remaining', 'Reset'].map((header) => [
        `X-RateLimit-${header}`,
        { required: true, schema: { type: 'string' } },
      ]),
    ),
  }
  return {
    operationId: name,
    summary: title,
    description: `Part ${part} of the specification.`,
    ...(scopes === null ? {} : { security: [{ bearerAuth: [] }, { oAuth2ClientCredentials: [...scopes] }] }),
    ...(parameters.length === 0
      ? {}
      : {
          parameters: parameters.map((parameter) => ({
            name: parameter.name,
            in: 'path',
            required: true,
            schema: plain(parameter.schema),
          })),
        }),
    ...(request === null
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              ...content(request),
              'application/x-www-form-urlencoded': { schema: plain(request) },
            },
          },
        }),
    responses: {
      ...(success === null
        ? { '2XX': answer }
        : Object.fromEntries(success.map((status) => [String(status), answer]))),
      '401': { description: 'Invalid token, invalid signature, or a client that is not global' },
      '403': { description: 'Insufficient scope' },
      '429': rateLimited,
      '4XX': { description: 'A refusal; its body is not shown' },
    },
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
