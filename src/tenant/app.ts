// Routes requests to the operations and to the token endpoint.
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { sleep } from '../base/clock.ts'
import { publicKey } from './access/development-key.ts'
import { answerTokenRequest, type TokenEndpointContext } from './access/token-endpoint.ts'
import type { FaultGroup, FaultSwitch, Faulty } from './faults/fault.ts'
import { bodyBytesMax, readBody, strangersBodyBytesMax } from './http/body-reader.ts'
import { type Connection, connectionOf } from './http/connection.ts'
import { headStatus, optionsRefused } from './http/other-methods.ts'
import { Refusal } from './http/refusal.ts'
import { accepted, type Rendered, refused, respond } from './http/rendering.ts'
import type { Head } from './http/request-head.ts'
import { withSuccessFaults } from './http/success-faults.ts'
import type { Journal } from './journal.ts'
import { carryOut, type PipelineContext } from './pipeline.ts'
import type { Route } from './route.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: 'any',
    seeds: {
      'served-below-another-path': ['any.version-path', 'The operations are served below /api/v1.'],
    },
  },
]

/** The base path contains the version of the API (part 9 of the specification). */
export const apiPath = '/api/v2'

/** Needs no token. */
const readyPath = '/__ready'

export interface AppParts {
  readonly routes: readonly Route[]
  readonly undocumented: readonly Route[]
  readonly pipeline: PipelineContext
  readonly tokens: TokenEndpointContext
  readonly switches: FaultSwitch
  readonly journal: Journal
  /** Aborts when the tenant closes. Delays of responses then end. */
  readonly closing: AbortSignal
}

export function makeApp(parts: AppParts): Hono {
  const { pipeline, journal, closing } = parts
  const { variation } = pipeline
  const app = new Hono()
  if (variation.gzip) app.use(compress({ encoding: 'gzip', threshold: 0 }))
  if (variation.latencyMs > 0)
    app.use(async (_context, next) => {
      await sleep(variation.latencyMs, closing)
      await next()
    })
  if (variation.oddPaths === 'refused-before')
    app.use(async ({ req }, next) => {
      const { pathname } = new URL(req.url)
      if (!/%(?:00|0a|2f)/i.test(pathname) && pathname.length < 2_000) return next()
      return respond(
        variation,
        refused({ ...variation, errorBody: 'html' }, new Refusal(400, 'bad_request', 'Bad request')),
      )
    })
  let received = 0
  if (variation.unavailableAt.length > 0)
    app.use(`${apiPath}/*`, async (_context, next) => {
      received += 1
      if (!variation.unavailableAt.includes(received)) return next()
      return respond(variation, refused(variation, new Refusal(503, 'unavailable', 'Try again later')))
    })
  if (variation.tokenEndpoint)
    app.on('POST', ['/oauth/token', '/oauth/token/'], (context) => answerToken(context, parts))

  // Health checks use this path, which is not part of the API.
  app.get(readyPath, (context) => context.text('ready\n'))

  // Programs that verify tokens read the keys here.
  app.get('/.well-known/jwks.json', (context) => context.json({ keys: [publicKey] }))

  // A fault moves all operations to another base path.
  const base = parts.switches.of(null)('served-below-another-path') ? '/api/v1' : apiPath
  const serve = (route: Route, faulty: Faulty, own: Faulty): void => {
    let count = 0
    const path = base + route.path.replaceAll(/\{(\w+)\}/g, ':$1')
    const answer = (context: Context): Promise<Response> => {
      count += 1
      return answerOperation(context, route, parts, { faulty, own, count })
    }
    const head = headStatus(faulty)
    if (head !== null)
      app.on('GET', path, (context, next) =>
        context.req.method === 'HEAD' ? Promise.resolve(context.body(null, head)) : next(),
      )
    app.on(route.method, path, answer)
    if (faulty('get-carried-out')) app.on('GET', path, answer)
    const refusal = optionsRefused(faulty)
    if (refusal !== null) app.on('OPTIONS', path, () => respond(variation, refused(variation, refusal)))
  }
  for (const route of parts.routes) {
    const faulty = parts.switches.of(route.prefix)
    serve(route, faulty, faulty)
  }
  // Undocumented operations have only the faults of their own prefix, not the common faults.
  for (const route of parts.undocumented) serve(route, () => false, parts.switches.of(route.prefix))

  app.notFound(({ req: { method, path, url } }) => {
    journal.note({ method, path, query: queryOf(url), operation: null, status: 404 })
    return respond(variation, refused(variation, new Refusal(404, 'not_found', 'There is no such path')))
  })
  return app
}

async function answerOperation(
  { req, env }: Context,
  route: Route,
  { pipeline, journal }: AppParts,
  { faulty, own, count }: { readonly faulty: Faulty; readonly own: Faulty; readonly count: number },
): Promise<Response> {
  const { variation, tokens } = pipeline
  const inQuery = variation.tokens.inQuery ? req.query('access_token') : undefined
  const authorization = req.header('authorization') ?? (inQuery === undefined ? inQuery : `Bearer ${inQuery}`)
  const known = await tokens.knows(authorization)
  const connection = connectionOf(env)
  const incoming = {
    id: req.param('id') ?? '',
    parameters: req.param(),
    authorization,
    contentType: req.header('content-type'),
    head: headOf(req.raw, connection),
    body: await readBody(req.raw, connection, known ? bodyBytesMax : strangersBodyBytesMax),
  }
  const { state } = pipeline
  const read = own('writes-back-what-it-read') ? state.streams.get(incoming.id) : undefined
  if (read !== undefined) await sleep(20)
  if (read !== undefined && state.streams.has(read.id)) state.keepStream(read)
  let clientId: string | null = null
  let rate: Readonly<Record<string, string>> = {}
  let rendered: Rendered
  try {
    const answer = await carryOut(route, incoming, pipeline, { faulty, own, count }, (client, headers) => {
      clientId = client
      if (variation.rateLimitHeadersOnSuccess) rate = headers
    })
    rendered = withSuccessFaults(accepted(variation, answer), faulty, count)
  } catch (error) {
    const html = /[^\w-]/.test(incoming.id) && incoming.id !== '' && own('odd-id-html')
    rendered = refused(html ? { ...variation, errorBody: 'html' } : variation, error)
  }
  const { method, path } = req
  const { status } = rendered
  const { query } = incoming.head
  const { operation } = route
  journal.note({ method, path, query, operation, clientId, body: incoming.body ?? '', status })
  // A 429 response already contains its own rate headers.
  const headers = rendered.status === 429 ? rendered.headers : { ...rate, ...rendered.headers }
  return respond(variation, { ...rendered, headers }, connection)
}

function headOf({ url, headers }: Request, { incoming }: Connection): Head {
  return {
    headers: Object.fromEntries(headers),
    names: (incoming?.rawHeaders ?? []).filter((_, index) => index % 2 === 0),
    query: queryOf(url),
    idEscaped: /\/%[4-7][\da-f][^/?]*(?:\?|$)/i.test(url),
  }
}

function queryOf(url: string): string | null {
  return /\?(.*)$/.exec(url)?.[1] ?? null
}

async function answerToken({ req, env }: Context, { journal, tokens }: AppParts): Promise<Response> {
  const body = (await readBody(req.raw, connectionOf(env), strangersBodyBytesMax)) ?? new Uint8Array()
  const answer = await answerTokenRequest(
    body,
    req.header('content-type'),
    req.header('authorization'),
    tokens,
  )
  const { method, path, url } = req
  journal.note({ method, path, query: queryOf(url), operation: 'token', status: answer.status })
  return new Response(JSON.stringify(answer.body), {
    status: answer.status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...answer.headers },
  })
}
