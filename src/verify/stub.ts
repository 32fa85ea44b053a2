// Starts a stub tenant, which follows a contract, on a loopback port of this process.
import type { AddressInfo } from 'node:net'
import { type ServerType, serve } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { essenceOf } from '../base/http/media-type.ts'
import { jsonText } from '../base/numbers/exact-number.ts'
import { uriDecoded } from '../base/uri.ts'
import {
  type Contract,
  fits,
  type Login,
  loginIn,
  namedIn,
  type Operation,
  resourceOfOperation,
} from '../contract/index.ts'
import { Api } from './api.ts'
import { tasksPath } from './later/accepted.ts'
import type { StubRequest, StubResponse } from './message.ts'
import type { Mutation } from './mutation.ts'
import { withSession } from './responses.ts'
import { makeSecurity } from './security.ts'
import { makeTokens } from './tokens.ts'

export interface Stub {
  readonly baseUrl: string
  readonly environment: Readonly<Record<string, string>>
  /** The credentials for each security scheme. */
  readonly schemes: ReadonlyMap<string, readonly string[]>
  close(): Promise<void>
}

export async function startContractStub(contract: Contract, mutations: readonly Mutation[]): Promise<Stub> {
  const tokens = await makeTokens(contract)
  const hasSchemes = (contract.authentication?.schemes.size ?? 0) > 0
  const security = tokens === null || !hasSchemes ? null : makeSecurity(contract, tokens)
  const api = new Api(contract, mutations, tokens, security)
  const base = contract.basePath ?? ''
  const app = new Hono()
  // Sorts the paths, because the router must try "/a/new" before "/a/{id}".
  const operations = [...contract.operations.values()].sort(
    (one, other) => parametersIn(one) - parametersIn(other),
  )
  for (const operation of operations) {
    const path = operation.path
      .split('/')
      // The router compares decoded text, so it cannot distinguish some encoded paths.
      .map((part, index) => (/[{%]/.test(part) ? `:p${index}` : part))
      .join('/')
    app.on(operation.method, `${base}${path}`, async (context, next) => {
      const own = new URL(context.req.url).pathname.slice(base.length)
      if (!fits(operation.path, own)) return next()
      return responseOf(await api.answer(await incomingOf(context, own, operation, contract, mutations)))
    })
  }
  app.get(`${base}${tasksPath}/:id`, ({ req }) => responseOf(api.task(req.param('id'))))
  for (const [scheme, login] of loginsBeside(contract))
    app.on(login.method, `${base}${login.path}`, async ({ req }) => {
      const mediaType = essenceOf(req.header('content-type'))
      const session = (await security?.sessionFor(scheme, mediaType, await req.text())) ?? 'refused'
      return responseOf(session === 'refused' ? { status: 401 } : withSession({ status: 200 }, session))
    })
  const server = await listening(app)
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    environment: tokens?.environment ?? {},
    schemes: security?.values ?? new Map(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}

function loginsBeside({ authentication, operations }: Contract): readonly (readonly [string, Login])[] {
  return [...(authentication?.schemes ?? [])].flatMap(([name, scheme]) => {
    const login = loginIn(scheme)
    const isOperation = [...operations.values()].some(
      ({ method, path }) => method === login?.method && path === login.path,
    )
    return login === null || isOperation ? [] : [[name, login] as const]
  })
}

const parametersIn = ({ path }: Operation): number => path.split('{').length

function listening(app: Hono): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = serve(
      { fetch: app.fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false },
      () => resolve(server),
    )
    server.once('error', reject)
  })
}

async function incomingOf(
  { req }: Context,
  path: string,
  operation: Operation,
  contract: Contract,
  mutations: readonly Mutation[],
): Promise<StubRequest> {
  const inPath = [...operation.path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name)
  const values = namedIn(operation.path, path).map(uriDecoded)
  const own = inPath.indexOf((operation.idParameter ?? operation.chosenId)?.name)
  return {
    operation,
    resource: resourceOfOperation(contract, operation),
    named: { id: values[own] ?? null, above: values.filter((_, index) => index !== own) },
    query: new URL(req.url).searchParams,
    header: (name) => req.header(name) ?? null,
    authorization: req.header('authorization') ?? null,
    headers: req.raw.headers,
    mediaType: essenceOf(req.header('content-type')),
    text: await req.text().catch(leftEarly),
    breaks: (law) => mutations.some((one) => one.operation === operation.name && one.breaks === law),
  }
}

// An early disconnect is not an error of the stub.
function leftEarly(cause: unknown): never {
  throw new HTTPException(400, { cause })
}

function responseOf({
  status,
  mediaType = 'application/json',
  body,
  text,
  location,
  headers = {},
}: StubResponse): Response {
  const sent = text ?? (body === undefined ? null : jsonText(body))
  return new Response(sent, {
    status,
    headers: {
      ...headers,
      ...(sent === null ? {} : { 'content-type': mediaType }),
      ...(location === undefined ? {} : { location }),
    },
  })
}
