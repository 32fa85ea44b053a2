// Exports the contract as an OpenAPI 3.1 document.
import type { Json, JsonObject } from '../../base/json.ts'
import { parsedUrl } from '../../base/uri.ts'
import { type Contract, type Operation, resolvedSchema, type SecurityScheme } from '../../contract/index.ts'
import { Knowledge, type Profile } from '../../profile/index.ts'
import { exampleOf } from './example.ts'
import { contentOf, responsesOf } from './responses.ts'
import { conformanceKey, published } from './schema.ts'

const domain = 'tenant.example'

export function openApiOf(contract: Contract, profile: Profile, version: string): JsonObject {
  const knowledge = new Knowledge(profile, contract)
  const paths: Record<string, Record<string, Json>> = {}
  for (const operation of contract.operations.values()) {
    const path = paths[operation.path] ?? {}
    paths[operation.path] = path
    path[operation.method.toLowerCase()] = operationOf(operation, contract, knowledge)
  }
  const { authentication } = contract
  return {
    openapi: '3.1.0',
    info: {
      title: contract.title,
      version: contract.version,
      description: `Exported by tenant-conformance ${version} from the contract ${contract.name}. The profile ${profile.name} answers its open points. ${conformanceKey} lists the ids of clauses.`,
    },
    servers: [
      {
        url: `https://{domain}${contract.basePath ?? ''}`,
        variables: { domain: { default: domain } },
      },
    ],
    ...(authentication === null || authentication.schemes.size > 0
      ? {}
      : { security: securityOf([], contract) }),
    paths,
    ...(authentication === null
      ? {}
      : { components: { securitySchemes: schemesOf(contract, scopesOfAll(contract, knowledge)) } }),
    [conformanceKey]: clausesFor('any', contract),
  }
}

function clausesFor(name: string, { clauses }: Contract): readonly string[] {
  return [...clauses.values()].filter(({ operation }) => operation === name).map(({ id }) => id)
}

function scopesOf({ name, scopes }: Operation, { profile }: Knowledge): readonly string[] | null {
  return scopes ?? profile.operations?.[name]?.scopes ?? null
}

function scopesOfAll({ operations }: Contract, knowledge: Knowledge): readonly string[] {
  return [...new Set([...operations.values()].flatMap((operation) => scopesOf(operation, knowledge) ?? []))]
}

function schemesOf({ authentication }: Contract, scopes: readonly string[]): JsonObject {
  const { tokens, tokenPath, schemes = new Map() } = authentication ?? {}
  if (schemes.size > 0)
    return Object.fromEntries([...schemes].map(([name, scheme]) => [name, schemeOf(scheme, scopes)]))
  return {
    bearerAuth: { type: 'http', scheme: 'bearer', ...(tokens === 'jwt' ? { bearerFormat: 'JWT' } : {}) },
    ...(tokenPath == null
      ? {}
      : {
          oAuth2ClientCredentials: {
            type: 'oauth2',
            flows: {
              clientCredentials: {
                tokenUrl: `https://${domain}${tokenPath}`,
                scopes: Object.fromEntries(scopes.map((scope) => [scope, ''])),
              },
            },
          },
        }),
  }
}

function schemeOf(scheme: SecurityScheme, scopes: readonly string[]): JsonObject {
  if (scheme.type === 'apiKey') return { type: 'apiKey', in: scheme.in, name: scheme.name }
  if (scheme.type === 'http')
    return {
      type: 'http',
      scheme: scheme.scheme,
      ...('tokens' in scheme && scheme.tokens === 'jwt' ? { bearerFormat: 'JWT' } : {}),
    }
  const { tokenUrl } = scheme
  if (tokenUrl === null) return { type: 'http', scheme: 'bearer' }
  const url = parsedUrl(tokenUrl) === null ? `https://${domain}${tokenUrl.replace(/^\/?/, '/')}` : tokenUrl
  const offered = [...new Set([...scheme.scopes, ...scopes])]
  return {
    type: 'oauth2',
    flows: {
      clientCredentials: { tokenUrl: url, scopes: Object.fromEntries(offered.map((scope) => [scope, ''])) },
    },
  }
}

// In OpenAPI 3.1, a requirement of a bearer token can also list scopes.
function securityOf(scopes: readonly string[], { authentication }: Contract): readonly JsonObject[] {
  if (authentication?.tokenPath == null) return [{ bearerAuth: [...scopes] }]
  return [{ bearerAuth: [] }, { oAuth2ClientCredentials: [...scopes] }]
}

function securityIn(
  { authenticated, security }: Operation,
  scopes: readonly string[] | null,
  contract: Contract,
): JsonObject {
  if (contract.authentication === null) return {}
  if (security !== null) return { security: security as unknown as Json }
  if (!authenticated) return { security: [] }
  return scopes === null ? {} : { security: securityOf(scopes, contract) }
}

function operationOf(operation: Operation, contract: Contract, knowledge: Knowledge): JsonObject {
  const { name, title, part, parameters, request, mediaType } = operation
  const scopes = scopesOf(operation, knowledge)
  const types = [...new Set([mediaType, ...contract.mediaTypes])]
  return {
    operationId: name,
    summary: title,
    ...(part === '' ? {} : { description: `Part ${part} of the specification.` }),
    ...securityIn(operation, scopes, contract),
    ...(parameters.length === 0
      ? {}
      : {
          parameters: parameters.map((parameter) => {
            const example = exampleOf(parameter.schema, true, parameter.name)
            return {
              name: parameter.name,
              in: parameter.in,
              required: parameter.in === 'path',
              schema: published(parameter.schema),
              ...(example === undefined ? {} : { example }),
            }
          }),
        }),
    ...(request === null
      ? {}
      : {
          requestBody: {
            required: true,
            content: contentOf(types, resolvedSchema(request, knowledge.schemaAnswers, 'request'), false),
          },
        }),
    responses: responsesOf(operation, contract, knowledge),
    [conformanceKey]: clausesFor(name, contract),
  }
}
