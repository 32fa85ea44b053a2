// A login is a request with a username and a password. The response contains a credential.
import { formType } from '../base/http/media-type.ts'
import { isObject, type Json, type JsonObject, withMember } from '../base/json.ts'
import type { Problems } from './problems.ts'

export interface Login {
  readonly method: string
  readonly path: string
  readonly mediaType: string
  /** Body with the placeholders "{username}" and "{password}". */
  readonly body: JsonObject
  /** JSON pointer of the credential in the response. Null if a cookie contains the credential. */
  readonly credential: string | null
  readonly cookie: string | null
  /** JSON pointer of the lifetime in seconds. */
  readonly expiresIn: string | null
  readonly logout: { readonly method: string; readonly path: string } | null
}

export interface LoginSource {
  readonly method?: string
  readonly path: string
  readonly mediaType?: string
  readonly body?: JsonObject
  readonly username?: string
  readonly password?: string
  readonly credential?: string
  readonly cookie?: string
  readonly expiresIn?: string
  readonly logout?: { readonly method?: string; readonly path: string } | null
}

const loginPlaceholders = { username: '{username}', password: '{password}' } as const

export function loginOf(source: LoginSource): Login {
  const { username, password, logout } = source
  const places = [
    [username, loginPlaceholders.username],
    [password, loginPlaceholders.password],
  ] as const
  const both = places.reduce<JsonObject>(
    (made, [pointer, text]) => (pointer ? withMember(made, pointer, text) : made),
    {},
  )
  return {
    method: source.method ?? 'POST',
    path: source.path,
    mediaType: source.mediaType ?? 'application/json',
    body: merged(source.body ?? {}, both),
    credential: source.credential ?? null,
    cookie: source.cookie ?? null,
    expiresIn: source.expiresIn ?? null,
    logout: logout == null ? null : { method: logout.method ?? 'POST', path: logout.path },
  }
}

export function filledLogin(body: JsonObject, values: Readonly<Record<string, string>>): JsonObject {
  const fill = (value: Json): Json => {
    if (typeof value === 'string')
      return value.replace(/\{(username|password)\}/g, (whole, name: string) => values[name] ?? whole)
    if (Array.isArray(value)) return value.map(fill)
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fill(member)]))
  }
  return fill(body) as JsonObject
}

export function checkLogin(login: Login, file: string, pointer: string, problems: Problems): void {
  const text = JSON.stringify(login.body)
  for (const [name, placeholder] of Object.entries(loginPlaceholders))
    if (!text.includes(placeholder))
      problems.add(
        file,
        pointer,
        `the login does not say which member of its body is the ${name}: set "${name}": "/MEMBER", or put "${placeholder}" into "body"`,
      )
  if (login.mediaType === formType && Object.values(login.body).some((value) => typeof value === 'object'))
    problems.add(
      file,
      `${pointer}/body`,
      'a form cannot contain objects or arrays: use only strings as values',
    )
}

function merged(body: JsonObject, other: JsonObject): JsonObject {
  const both = Object.entries(other).map(([name, value]) => {
    const own = body[name]
    return [name, isObject(own) && isObject(value) ? merged(own, value) : value]
  })
  return { ...body, ...Object.fromEntries(both) }
}
