// Finds logins: operations whose responses contain credentials of a security scheme.
import { isObject, type Json, type JsonObject, tokenOf } from '../../base/json.ts'
import type { Question } from '../../contract/index.ts'
import type { Schemas } from './facts/schemas.ts'
import type { InferredLogin } from './inference.ts'
import type { Operation } from './operations.ts'

const pathOfLogins = /\/(?:log[-_]?in|sign[-_]?in|sessions?|tokens?|auth|authenticate)\/?$/i
const userNames = /^(?:user|user[-_]?name|login|e[-_]?mail|email[-_]?address)$/i
const passwords = /^(?:password|passwd|pwd)$/i
const tokenNames = ['access_token', 'accessToken', 'token']
const lifetimes = ['expires_in', 'expiresIn']
const mediaTypes = /^application\/(?:(?:[a-z0-9.+-]+\+)?json|x-www-form-urlencoded)$/

export interface Logins {
  readonly logins: Readonly<Record<string, InferredLogin>>
  readonly questions: readonly Question[]
}

/** A login must fit exactly one security scheme. For other possible logins, returns questions. */
export function loginsOf(root: JsonObject, operations: readonly Operation[], schemas: Schemas): Logins {
  const { securitySchemes } = isObject(root.components) ? root.components : {}
  const schemes = Object.entries(isObject(securitySchemes) ? securitySchemes : {}).filter(
    (one): one is [string, JsonObject] => isObject(one[1]),
  )
  const found = operations.flatMap((operation) => candidateOf(root, operation, schemas) ?? [])
  const logins = new Map<string, InferredLogin>()
  const questions: Question[] = []
  for (const candidate of found) {
    const scheme = schemeOf(candidate, found, schemes)
    if (scheme === null) questions.push(questionOf(candidate, schemes))
    else logins.set(scheme, loginOf(candidate, logoutOf(root, candidate, operations, scheme)))
  }
  return {
    logins: Object.fromEntries(logins),
    questions: questions.filter(({ question }) => question !== ''),
  }
}

interface Candidate {
  readonly operation: Operation
  readonly mediaType: string
  readonly username: string
  readonly password: string
  readonly isWhole: boolean
  readonly token: string | null
  readonly expiresIn: string | null
  readonly cookies: readonly string[]
}

function candidateOf(root: JsonObject, operation: Operation, schemas: Schemas): Candidate | null {
  const { method, path, request, response } = operation
  const node = nodeAt(root, operation)
  const security = node.security ?? root.security
  const isOpen = !Array.isArray(security) || security.length === 0
  if (method !== 'POST' || path.includes('{') || !pathOfLogins.test(path) || !isOpen) return null
  const body = schemas.resolved(node.requestBody)
  const sent = Object.keys(isObject(body?.content) ? body.content : {})
  const mediaType = sent
    .map((one) => one.toLowerCase().split(';', 1)[0] ?? '')
    .find((one) => mediaTypes.test(one))
  const members = [...schemas.properties(request)].map(([name]) => name)
  const [username] = members.filter((name) => userNames.test(name))
  const [password] = members.filter((name) => passwords.test(name))
  const required = requiredIn(request, schemas)
  const isWhole = required.every((name) => name === username || name === password)
  if (mediaType === undefined || username === undefined || password === undefined) return null
  const shown = schemas.properties(response)
  const isText = (name: string): boolean => schemas.types(shown.get(name)).has('string')
  return {
    operation,
    mediaType,
    ...{ username, password, isWhole },
    token: tokenNames.find((name) => shown.has(name) && isText(name)) ?? null,
    expiresIn: lifetimes.find((name) => shown.has(name)) ?? null,
    cookies: cookiesOf(node, schemas),
  }
}

function nodeAt(root: JsonObject, { path, method }: Operation): JsonObject {
  const item = isObject(root.paths) ? root.paths[path] : undefined
  const node = isObject(item) ? item[method.toLowerCase()] : undefined
  return isObject(node) ? node : {}
}

function requiredIn(request: Json | undefined, schemas: Schemas): readonly string[] {
  const { required } = schemas.resolved(request) ?? {}
  return Array.isArray(required) ? required.filter((one) => typeof one === 'string') : []
}

function cookiesOf({ responses }: JsonObject, schemas: Schemas): readonly string[] {
  const successes = Object.entries(isObject(responses) ? responses : {}).filter(([status]) =>
    /^[23]/.test(status),
  )
  return successes.flatMap(([, response]) => {
    const { headers } = schemas.resolved(response) ?? {}
    const all = Object.entries(isObject(headers) ? headers : {})
    const header = schemas.resolved(all.find(([name]) => name.toLowerCase() === 'set-cookie')?.[1])
    const schema = schemas.resolved(header?.schema) ?? {}
    const examples = [header, schema].flatMap((one) => [
      one?.example,
      ...(Array.isArray(one?.examples) ? one.examples : []),
      ...(isObject(one?.examples)
        ? Object.values(one.examples).map((each) => (isObject(each) ? each.value : undefined))
        : []),
    ])
    return examples.flatMap((one) => {
      const [, name] = typeof one === 'string' ? (/^\s*([^=;,\s]+)=/.exec(one) ?? []) : []
      return name === undefined ? [] : [name]
    })
  })
}

type Logout = NonNullable<InferredLogin['logout']>

type Schemes = readonly (readonly [string, JsonObject])[]

const isBearer = ({ type, scheme }: JsonObject): boolean =>
  type === 'http' && typeof scheme === 'string' && scheme.toLowerCase() === 'bearer'

function schemeOf(
  { cookies, token, isWhole }: Candidate,
  all: readonly Candidate[],
  schemes: Schemes,
): string | null {
  if (!isWhole) return null
  const ofCookie = schemes.filter(
    ([, { type, in: place, name }]) =>
      type === 'apiKey' && place === 'cookie' && cookies.includes(String(name)),
  )
  if (ofCookie.length > 0) return ofCookie.length === 1 ? (ofCookie[0]?.[0] ?? null) : null
  const bearers = schemes.filter(([, scheme]) => isBearer(scheme))
  const rivals = all.filter((one) => one.token !== null && one.cookies.length === 0)
  if (token === null || bearers.length !== 1 || rivals.length !== 1) return null
  return bearers[0]?.[0] ?? null
}

function loginOf(
  { operation, mediaType, username, password, token, expiresIn, cookies }: Candidate,
  logout: Logout | null,
): InferredLogin {
  const [cookie] = cookies
  return {
    path: operation.path,
    mediaType,
    username: `/${tokenOf(username)}`,
    password: `/${tokenOf(password)}`,
    ...(cookie === undefined ? { credential: `/${tokenOf(token ?? '')}` } : { cookie }),
    ...(expiresIn === null ? {} : { expiresIn: `/${tokenOf(expiresIn)}` }),
    ...(logout === null ? {} : { logout }),
  }
}

function logoutOf(
  root: JsonObject,
  { operation }: Candidate,
  operations: readonly Operation[],
  scheme: string,
): Logout | null {
  const beside = operation.path.replace(/[^/]+\/?$/, '')
  const found = operations.find((one) => {
    const { security } = nodeAt(root, one)
    const needs = security ?? root.security
    const isAlone =
      Array.isArray(needs) &&
      needs.length === 1 &&
      isObject(needs[0]) &&
      Object.keys(needs[0]).join() === scheme
    if (!isAlone || one.hasRequest) return false
    if (one.path === operation.path) return one.method === 'DELETE'
    return (
      one.method === 'POST' &&
      /^(?:log|sign)[-_]?out\/?$/i.test(one.path.slice(beside.length)) &&
      one.path.startsWith(beside)
    )
  })
  return found === undefined ? null : { method: found.method, path: found.path }
}

function questionOf({ operation, token, cookies }: Candidate, schemes: Schemes): Question {
  const fitting = schemes.filter(
    ([, scheme]) => isBearer(scheme) || (scheme.type === 'apiKey' && scheme.in !== 'query'),
  )
  const { path, pointer, method } = operation
  const place =
    cookies[0] !== undefined ? `"cookie": "${cookies[0]}"` : `"credential": "/${token ?? 'MEMBER'}"`
  return {
    pointer,
    question:
      fitting.length === 0
        ? ''
        : `${method} ${path} looks like a login, but the document does not say for which security scheme: a run does not log in`,
    remedy: `declare the login in contract.json: "authentication": { "schemes": { "${fitting[0]?.[0] ?? 'SCHEME'}": { "login": { "path": "${path}", "username": "/MEMBER", "password": "/MEMBER", ${place} } } } }`,
  }
}
