// Logs in as a user, and reads the credential from the response.
import {
  bodyOf,
  describeResponse,
  type Exchange,
  isClientError,
  type ReceivedResponse,
  statusOf,
} from '../../base/exchange.ts'
import { at, isObject } from '../../base/json.ts'
import { redacted, Secret } from '../../base/secret.ts'
import type { SecretMask } from '../../base/secret-mask.ts'
import type { Client } from '../client.ts'
import { waitAskedMs, waitInWords } from '../rate/rate-headers.ts'
import type { Call } from '../wire/call.ts'
import { decodeToken } from './jwt.ts'
import { tokenCharactersMax } from './token-answer.ts'
import { type Asked, silentMax } from './token-asker.ts'
import { maskToken, maskTokensIn } from './token-mask.ts'
import { tokenAnswerBytesMax } from './token-request.ts'

export interface LoginCall {
  readonly method: string
  readonly path: string
  readonly mediaType: string
  readonly body: string
  /** Body for reports, with names of variables instead of secrets. */
  readonly shownBody: string
  /** JSON pointer in the response. Null if a cookie contains the credential. */
  readonly credential: string | null
  readonly cookie: string | null
  /** JSON pointer of the lifetime in seconds. */
  readonly expiresIn: string | null
}

export interface LoginOptions {
  readonly call: LoginCall
  readonly scheme: string
  /** Variables for messages, for example "TENANT_USERNAME and TENANT_PASSWORD". */
  readonly variables: string
  readonly client: Client
  readonly mask: SecretMask
}

const exchangesKeptMax = 20

export class LoginAsker {
  readonly exchanges: Exchange[] = []
  readonly #options: LoginOptions
  #silent = 0

  constructor(options: LoginOptions) {
    this.#options = options
  }

  readonly isFinal = (exchange: Exchange): boolean =>
    isClientError(exchange) && ![408, 425, 429].includes(statusOf(exchange))

  async ask(cleanUp: boolean): Promise<Asked> {
    const { client, call, mask } = this.#options
    const latest = this.exchanges.at(-1)
    if (latest !== undefined && this.#silent >= silentMax) return this.#read(latest)
    const exchange = await client.send({ ...sentLogin(call, mask), cleanUp })
    this.#silent = exchange.failure?.kind === 'timeout' ? this.#silent + 1 : 0
    this.exchanges.push(exchange)
    if (this.exchanges.length > exchangesKeptMax) this.exchanges.shift()
    return this.#read(exchange)
  }

  #read(exchange: Exchange): Asked {
    const { call, mask, scheme, variables } = this.#options
    const found = credentialOf(exchange, call)
    const isServed = statusOf(exchange) >= 200 && statusOf(exchange) < 400
    if (isServed && found !== null && isSendable(found)) {
      const body = bodyOf(exchange)
      return {
        ok: true,
        token: new Secret(found),
        response: body.ok && isObject(body.value) ? body.value : {},
        lifetimeMs: lifetimeOf(exchange, found, call),
        exchange,
      }
    }
    const place =
      call.cookie === null ? `a text at ${call.credential} of the response body` : `the cookie ${call.cookie}`
    const advice = isServed
      ? `${place} was expected: correct the login in contract.json`
      : adviceOn(exchange, variables)
    const what =
      exchange.response === null
        ? `got no response: ${describeResponse(exchange)}`
        : `got ${isServed ? statusOf(exchange) : describeResponse(exchange)}: ${advice}.`
    const { method, url } = exchange.request
    const reason = mask.mask(`the login of the scheme "${scheme}" failed, because ${method} ${url} ${what}`)
    return { ok: false, reason, exchange }
  }
}

function sentLogin(call: LoginCall, mask: SecretMask): Call {
  return {
    method: call.method,
    path: call.path,
    headers: { accept: 'application/json, */*;q=0.5', 'content-type': call.mediaType },
    body: call.body,
    principal: 'full',
    operation: 'token',
    writes: false,
    dispensable: true,
    bodyBytesMax: tokenAnswerBytesMax,
    ...hidingLogin(call, mask),
  }
}

export function hidingLogin(
  call: LoginCall,
  mask: SecretMask,
): Required<Pick<Call, 'shownBody' | 'beforeReport' | 'shownResponse'>> {
  return {
    shownBody: call.shownBody,
    beforeReport: (exchange) => {
      const body = bodyOf(exchange)
      maskTokensIn(mask, exchange.response?.body ?? '', body.ok ? body.value : undefined)
      const found = credentialOf(exchange, call)
      if (found !== null) maskToken(mask, found)
    },
    shownResponse: (response) => shownResponse(response, call),
  }
}

/** Also removes credentials that are too short for the mask. */
function shownResponse(response: ReceivedResponse, call: LoginCall): ReceivedResponse {
  const { 'set-cookie': cookies, ...headers } = response.headers
  const found = credentialOf({ response }, call)
  const isInBody = found !== null && call.credential !== null
  return {
    ...response,
    headers: {
      ...headers,
      ...(cookies === undefined
        ? {}
        : { 'set-cookie': cookies.replace(cookie, (_, before, name) => `${before}${name}=${redacted}`) }),
    },
    ...(isInBody ? { body: response.body.replaceAll(JSON.stringify(found), JSON.stringify(redacted)) } : {}),
  }
}

const cookie = /(^|,\s*)([^=;,\s]+)=("[^"]*"|[^;,]*)/g

function cookieIn(
  cookies: string,
  wanted: string,
): { readonly value: string; readonly attributes: string } | null {
  const all = [...cookies.matchAll(cookie)]
  const index = all.findIndex(([, , name]) => name === wanted)
  const [whole = '', , , value = ''] = all[index] ?? []
  if (whole === '') return null
  const start = (all[index]?.index ?? 0) + whole.length
  return { value, attributes: cookies.slice(start, all[index + 1]?.index) }
}

export function credentialOf(
  { response }: Pick<Exchange, 'response'>,
  call: Pick<LoginCall, 'credential' | 'cookie'>,
): string | null {
  if (response === null) return null
  if (call.cookie !== null) return cookieIn(response.headers['set-cookie'] ?? '', call.cookie)?.value || null
  const body = bodyOf({ response } as Exchange)
  const found = body.ok && call.credential !== null ? at(body.value, call.credential) : undefined
  return typeof found === 'string' && found !== '' ? found : null
}

// Other characters could end the header and begin a new one.
function isSendable(credential: string): boolean {
  return credential.length <= tokenCharactersMax && /^[\x21-\x7e]+$/.test(credential)
}

/** Returns milliseconds. Infinity if the lifetime is unknown. */
function lifetimeOf(exchange: Exchange, credential: string, call: LoginCall): number {
  const body = bodyOf(exchange)
  const said = call.expiresIn === null || !body.ok ? undefined : at(body.value, call.expiresIn)
  const seconds = Number(said ?? Number.NaN)
  if (said !== '' && Number.isFinite(seconds) && seconds >= 0) return seconds * 1000
  if (call.cookie !== null) {
    const found = cookieIn(exchange.response?.headers['set-cookie'] ?? '', call.cookie)
    const [, age] = /;\s*max-age=(\d+)/i.exec(found?.attributes ?? '') ?? []
    if (age !== undefined) return Number(age) * 1000
  }
  const { exp, iat } = decodeToken(credential)?.payload ?? {}
  if (typeof exp !== 'number') return Number.POSITIVE_INFINITY
  return Math.max(0, exp * 1000 - (typeof iat === 'number' ? iat * 1000 : exchange.startedAtMs))
}

function adviceOn(exchange: Exchange, variables: string): string {
  const status = statusOf(exchange)
  if (status === 404 || status === 405) return 'correct the path and the method of the login in contract.json'
  if (status === 415) return 'correct the mediaType of the login in contract.json'
  if (status === 400 || status === 422)
    return `check ${variables}, and the member names of the login in contract.json`
  if (status === 429) {
    const waitMs = waitAskedMs(exchange)
    return waitMs === null
      ? 'run again later'
      : `the tenant asks you to wait ${waitInWords(waitMs)}: run again after that`
  }
  if (status >= 500) return "look into the tenant's log"
  return `check ${variables}`
}
