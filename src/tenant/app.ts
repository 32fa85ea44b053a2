// The HTTP face of the tenant: its paths, mapped to operations and the token endpoint.
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { sleep } from '../base/clock.ts'
import { readBody } from './body-reader.ts'
import type { FaultSwitch, Faulty } from './fault.ts'
import type { Journal } from './journal.ts'
import { carryOut, type Surroundings } from './pipeline.ts'
import { Refusal } from './refusal.ts'
import { accepted, type Rendered, refused, respond } from './rendering.ts'
import type { Route } from './route.ts'
import { answerTokenRequest, type TokenSurroundings } from './token-endpoint.ts'

/** Below the tenant's domain lies the API, with its version (part 9). */
export const apiPath = '/api/v2'

export interface AppParts {
  readonly routes: readonly Route[]
  readonly neighbours: readonly Route[]
  readonly surroundings: Surroundings
  readonly tokens: TokenSurroundings
  readonly switches: FaultSwitch
  readonly journal: Journal
  /** Ends waits when the tenant closes. */
  readonly closing: AbortSignal
}

/** The tenant as a hono application. */
export function makeApp(parts: AppParts): Hono {
  const { surroundings, journal, closing } = parts
  const { variation } = surroundings
  const app = new Hono()
  if (variation.gzip) app.use(compress({ encoding: 'gzip', threshold: 0 }))
  if (variation.latencyMs > 0)
    app.use(async (_context, next) => {
      await sleep(variation.latencyMs, closing)
      await next()
    })
  if (variation.tokenEndpoint)
    app.on('POST', ['/oauth/token', '/oauth/token/'], (context) => answerToken(context, parts))

  const serve = (route: Route, faulty: Faulty): void => {
    let count = 0
    app.on(route.method, apiPath + route.path.replace('{id}', ':id'), (context) => {
      count += 1
      return answerOperation(context, route, parts, faulty, count)
    })
  }
  for (const route of parts.routes) serve(route, parts.switches.of(route.prefix))
  // What the specification does not show has no faults of its own.
  for (const route of parts.neighbours) serve(route, () => false)

  app.notFound(({ req: { method, path } }) => {
    journal.note({ method, path, operation: null, status: 404 })
    return respond(variation, refused(variation, new Refusal(404, 'not_found', 'There is no such path')))
  })
  return app
}

async function answerOperation(
  { req }: Context,
  route: Route,
  { surroundings, journal }: AppParts,
  faulty: Faulty,
  count: number,
): Promise<Response> {
  const { variation } = surroundings
  const incoming = {
    id: req.param('id') ?? '',
    authorization: req.header('authorization'),
    contentType: req.header('content-type'),
    body: await readBody(req.raw),
  }
  let clientId: string | null = null
  let rate: Readonly<Record<string, string>> = {}
  let rendered: Rendered
  try {
    const answer = await carryOut(route, incoming, surroundings, faulty, count, (client, headers) => {
      clientId = client
      if (variation.rateLimitHeadersOnSuccess) rate = headers
    })
    rendered = accepted(variation, answer)
  } catch (error) {
    rendered = refused(variation, error)
  }
  const { method, path } = req
  const text = Buffer.from(incoming.body ?? '').toString()
  journal.note({ method, path, operation: route.operation, clientId, body: text, status: rendered.status })
  return respond(variation, { ...rendered, headers: { ...rate, ...rendered.headers } })
}

async function answerToken({ req }: Context, { journal, tokens }: AppParts): Promise<Response> {
  const body = (await readBody(req.raw)) ?? new Uint8Array()
  const answer = await answerTokenRequest(
    body,
    req.header('content-type'),
    req.header('authorization'),
    tokens,
  )
  const { method, path } = req
  journal.note({ method, path, operation: 'token', status: answer.status })
  return new Response(JSON.stringify(answer.body), {
    status: answer.status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...answer.headers },
  })
}
