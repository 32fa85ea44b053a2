// Converts security schemes and security requirements.
import { isHeaderName } from '../../base/http/header-name.ts'
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import { parsedUrl } from '../../base/uri.ts'
import type { ContractFile, SecurityRequirement } from '../../contract/index.ts'
import type { Inference } from '../infer/index.ts'

type Authentication = NonNullable<ContractFile['authentication']>
type Scheme = NonNullable<Authentication['schemes']>[string]

export type Schemes = Readonly<Record<string, Scheme>>

export function schemesOf(root: JsonObject): Schemes {
  const { securitySchemes } = isObject(root.components) ? root.components : {}
  if (!isObject(securitySchemes)) return {}
  return Object.fromEntries(
    Object.entries(securitySchemes).flatMap(([name, scheme]) => {
      const made = isObject(scheme) ? schemeOf(scheme) : null
      return made === null ? [] : [[name, made]]
    }),
  )
}

export function withLogins(schemes: Schemes, logins: Inference['logins']): Schemes {
  return Object.fromEntries(
    Object.entries(schemes).map(([name, scheme]) => {
      const login = logins[name]
      return [name, login === undefined || scheme.type === 'oauth2' ? scheme : { ...scheme, login }]
    }),
  )
}

function schemeOf(scheme: JsonObject): Scheme | null {
  const { type, name, in: place } = scheme
  if (type === 'apiKey') return keyScheme(name, place)
  if (type === 'http') return httpScheme(scheme)
  // The document contains no address of a token endpoint. The user must supply a bearer token.
  if (type === 'openIdConnect') return { type: 'http', scheme: 'bearer' }
  return type === 'oauth2' ? oauth2Scheme(scheme) : null
}

function keyScheme(name: Json | undefined, place: Json | undefined): Scheme | null {
  if (typeof name !== 'string' || (place !== 'header' && place !== 'query' && place !== 'cookie')) return null
  const [, prefix] = /^authorization: *(bearer|basic)$/i.exec(name) ?? []
  // OpenAPI 2.0 describes a bearer token only by a name such as "Authorization: Bearer".
  if (place === 'header' && prefix !== undefined) return httpScheme({ scheme: prefix })
  // Invalid name of a header (RFC 9110, section 5.1).
  if (place === 'header' && !isHeaderName(name)) return null
  return { type: 'apiKey', in: place, name }
}

function httpScheme({ scheme, bearerFormat }: JsonObject): Scheme | null {
  const name = typeof scheme === 'string' ? scheme.toLowerCase() : ''
  if (name === 'basic') return { type: 'http', scheme: name }
  if (name !== 'bearer') return null
  return { type: 'http', scheme: name, ...(typeof bearerFormat === 'string' ? { bearerFormat } : {}) }
}

function oauth2Scheme({ flows }: JsonObject): Scheme {
  const flow = isObject(flows) ? flows.clientCredentials : undefined
  const { tokenUrl, scopes } = isObject(flow) ? flow : {}
  const url = typeof tokenUrl === 'string' ? tokenUrl : ''
  return {
    type: 'oauth2',
    ...(url.startsWith('/') || parsedUrl(url) !== null ? { tokenUrl: url } : {}),
    scopes: isObject(scopes) ? Object.keys(scopes) : [],
  }
}

export function securityOf(
  security: Json | undefined,
  schemes: Schemes,
): readonly SecurityRequirement[] | null {
  if (!Array.isArray(security)) return []
  const all = security.filter(isObject)
  const known = all.filter((one) => Object.keys(one).every((name) => Object.hasOwn(schemes, name)))
  if (all.length > 0 && known.length === 0) return null
  return known.map((one) =>
    Object.fromEntries(
      Object.entries(one).map(([name, scopes]) => [
        name,
        // For other types, OpenAPI 3.1 lists roles here.
        schemes[name]?.type === 'oauth2' && Array.isArray(scopes)
          ? scopes.filter((scope) => typeof scope === 'string')
          : [],
      ]),
    ),
  )
}
