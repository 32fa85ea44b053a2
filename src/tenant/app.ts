// The HTTP face of the tenant: its paths, mapped to operations and the token endpoint.
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { sleep } from '../base/clock.ts'
import { answerTokenRequest, type TokenSurroundings } from './access/token-endpoint.ts'
import type { FaultGroup, FaultSwitch, Faulty } from './faults/fault.ts'
import { bodyBytesMax, readBody, strangersBodyBytesMax } from './http/body-reader.ts'
import { mislabelled } from './http/media-type.ts'
import { Refusal } from './http/refusal.ts'
import { accepted, type Rendered, refused, respond } from './http/rendering.ts'
import type { Journal } from './journal.ts'
import { carryOut, type Surroundings } from './pipeline.ts'
import type { Route } from './route.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: 'any',
    seeds: {
      'served-below-another-path': ['any.version-path', 'The operations are served below /api/v1.'],
    },
  },
]

/** Below the tenant's domain lies the API, with its version (part 9). */
export const apiPath = '/api/v2'

export interface AppParts {
  readonly routes: readonly Route[]
  readonly undocumented: readonly Route[]
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
  let received = 0
  if (variation.unavailableAt.length > 0)
    app.use(`${apiPath}/*`, async (_context, next) => {
      received += 1
      if (!variation.unavailableAt.includes(received)) return next()
      return respond(variation, refused(variation, new Refusal(503, 'unavailable', 'Try again later')))
    })
  if (variation.tokenEndpoint)
    app.on('POST', ['/oauth/token', '/oauth/token/'], (context) => answerToken(context, parts))

  // All paths of a tenant that moved are unknown where they should be.
  const base = parts.switches.of(null)('served-below-another-path') ? '/api/v1' : apiPath
  const serve = (route: Route, faulty: Faulty, own: Faulty): void => {
    let count = 0
    app.on(route.method, base + route.path.replace('{id}', ':id'), (context) => {
      count += 1
      return answerOperation(context, route, parts, { faulty, own, count })
    })
  }
  for (const route of parts.routes) {
    const faulty = parts.switches.of(route.prefix)
    serve(route, faulty, faulty)
  }
  // What the specification does not show has no faults of its own, but may take part in those of an operation.
  for (const route of parts.undocumented) serve(route, () => false, parts.switches.of(route.prefix))

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
  { faulty, own, count }: { readonly faulty: Faulty; readonly own: Faulty; readonly count: number },
): Promise<Response> {
  const { variation, tokens } = surroundings
  const known = await tokens.knows(req.header('authorization'))
  const incoming = {
    id: req.param('id') ?? '',
    authorization: req.header('authorization'),
    contentType: req.header('content-type'),
    body: await readBody(req.raw, known ? bodyBytesMax : strangersBodyBytesMax),
  }
  let clientId: string | null = null
  let rate: Readonly<Record<string, string>> = {}
  let rendered: Rendered
  try {
    const answer = await carryOut(
      route,
      incoming,
      surroundings,
      { faulty, own, count },
      (client, headers) => {
        clientId = client
        if (variation.rateLimitHeadersOnSuccess) rate = headers
      },
    )
    rendered = mislabelled(accepted(variation, answer), faulty)
  } catch (error) {
    rendered = refused(variation, error)
  }
  const { method, path } = req
  const { status } = rendered
  journal.note({ method, path, operation: route.operation, clientId, body: incoming.body ?? '', status })
  // A 429 has the headers of its own.
  const headers = rendered.status === 429 ? rendered.headers : { ...rate, ...rendered.headers }
  return respond(variation, { ...rendered, headers })
}

async function answerToken({ req }: Context, { journal, tokens }: AppParts): Promise<Response> {
  const body = (await readBody(req.raw, strangersBodyBytesMax)) ?? new Uint8Array()
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
