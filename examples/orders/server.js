// Serves a small API for orders, which needs tokens, stores data in memory, and listens on 127.0.0.1.
//
//   node server.js [--port 3000] [--break NAME]
//
// Prints the environment variables for a run. --break switches on one of the faults below.
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { generateSecret, jwtVerify, SignJWT } from 'jose'

/** For each fault: the clauses that it violates. */
export const faults = {
  'any-token': ['auth-expired', 'auth-invalid', 'auth-scope'],
  'any-scope': ['auth-scope'],
  'ship-drafts': ['orders.update.transitions-refused'],
  'change-placed': ['orders.update.items-fixed-once-placed'],
  'old-total': ['orders.update.total-follows-items'],
}

const transitions = { draft: ['placed'], placed: ['shipped'], shipped: [] }
const issuer = 'orders-example'

/** @param port 0 for any free port. @param fault a key of `faults`, or null */
export async function startOrders(port = 0, fault = null) {
  const key = await generateSecret('HS256')
  const token = (scope, lifetime) =>
    new SignJWT({ scope })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(issuer)
      .setIssuedAt(new Date(Date.now() - 3_600_000))
      .setExpirationTime(new Date(Date.now() + lifetime))
      .sign(key)
  const orders = new Map()
  const notes = new Map()
  const app = new Hono()

  const refuse = (c, status, title) =>
    c.body(JSON.stringify({ title, status }), status, { 'content-type': 'application/problem+json' })

  const claimsOf = async (header) => {
    const [scheme, text = ''] = (header ?? '').split(' ')
    if (scheme?.toLowerCase() !== 'bearer') return null
    if (fault === 'any-token') return { scope: 'orders:read orders:write' }
    return jwtVerify(text, key, { issuer, algorithms: ['HS256'] }).then(
      ({ payload }) => payload,
      () => null,
    )
  }

  app.use(async (c, next) => {
    const claims = await claimsOf(c.req.header('authorization'))
    if (claims === null) return refuse(c, 401, 'A token is needed.')
    const scope = c.req.method === 'GET' ? 'orders:read' : 'orders:write'
    if (fault !== 'any-scope' && !claims.scope.split(' ').includes(scope))
      return refuse(c, 403, `The scope ${scope} is needed.`)
    if (!['POST', 'PATCH'].includes(c.req.method)) return next()
    const body = await c.req.json().catch(() => undefined)
    if (body === undefined) return refuse(c, 400, 'The body is not JSON.')
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      return refuse(c, 422, 'The body is not an object.')
    c.set('body', body)
    return next()
  })
  app.use('/orders/:id/*', async (c, next) =>
    orders.has(c.req.param('id')) ? next() : refuse(c, 404, 'There is no such order.'),
  )

  app.get('/orders', (c) => c.json([...orders.values()]))
  app.post('/orders', (c) => {
    const body = c.get('body')
    const wrong = whatIsWrong(body, ['customer', 'items'], ['customer', 'items'])
    if (wrong !== null) return refuse(c, 422, wrong)
    const id = randomUUID()
    const now = new Date().toISOString()
    const order = { id, ...body, status: 'draft', total: totalOf(body.items), createdAt: now, updatedAt: now }
    orders.set(id, order)
    c.header('location', `/orders/${id}`)
    return c.json(order, 201)
  })
  app.get('/orders/:id', (c) => c.json(orders.get(c.req.param('id'))))
  app.patch('/orders/:id', (c) => {
    const order = orders.get(c.req.param('id'))
    const body = c.get('body')
    const wrong = whatIsWrong(body, ['customer', 'items', 'status'], [])
    if (wrong !== null) return refuse(c, 422, wrong)
    const { status = order.status, items } = body
    if (status !== order.status && !transitions[order.status].includes(status) && fault !== 'ship-drafts')
      return refuse(c, 409, `The status must not change from "${order.status}" to "${status}".`)
    if (items !== undefined && order.status !== 'draft' && fault !== 'change-placed')
      return refuse(c, 409, 'The items of an order are fixed once it is placed.')
    const changed = { ...order, ...body, updatedAt: new Date().toISOString() }
    if (fault !== 'old-total') changed.total = totalOf(changed.items)
    orders.set(order.id, changed)
    return c.json(changed)
  })
  app.delete('/orders/:id', (c) => {
    const id = c.req.param('id')
    orders.delete(id)
    for (const note of notes.values()) if (note.order === id) notes.delete(note.id)
    return c.body(null, 204)
  })

  app.get('/orders/:id/notes', (c) =>
    c.json([...notes.values()].filter(({ order }) => order === c.req.param('id'))),
  )
  app.post('/orders/:id/notes', (c) => {
    const body = c.get('body')
    const wrong = whatIsWrong(body, ['text'], ['text'])
    if (wrong !== null) return refuse(c, 422, wrong)
    const note = { id: randomUUID(), order: c.req.param('id'), text: body.text }
    notes.set(note.id, note)
    return c.json(note, 201)
  })
  app.get('/orders/:id/notes/:note', (c) => {
    const note = notes.get(c.req.param('note'))
    return note?.order === c.req.param('id') ? c.json(note) : refuse(c, 404, 'There is no such note.')
  })

  const environment = {
    TENANT_ACCESS_TOKEN: await token('orders:read orders:write', 3_600_000),
    TENANT_LIMITED_ACCESS_TOKEN: await token('profile', 3_600_000),
    TENANT_EXPIRED_ACCESS_TOKEN: await token('orders:read orders:write', -60_000),
  }
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, (address) =>
      resolve({
        environment: { TENANT_BASE_URL: `http://127.0.0.1:${address.port}`, ...environment },
        close: () => new Promise((closed) => server.close(closed)),
      }),
    )
  })
}

function totalOf(items) {
  return items.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0)
}

/** Returns the first problem of the body as a sentence, or null for a valid body. */
function whatIsWrong(body, known, required) {
  for (const name of required) if (!(name in body)) return `${name} is missing.`
  for (const [name, value] of Object.entries(body))
    if (!known.includes(name) || !fits[name](value)) return `${name} is unknown or not valid.`
  return null
}

const isText = (value, most) =>
  typeof value === 'string' && [...value].length >= 1 && [...value].length <= most
const isWhole = (value, least, most) => Number.isInteger(value) && value >= least && value <= most
const fits = {
  customer: (value) => isText(value, 80),
  text: (value) => isText(value, 500),
  status: (value) => typeof value === 'string' && Object.hasOwn(transitions, value),
  items: (value) => Array.isArray(value) && value.length >= 1 && value.length <= 20 && value.every(isItem),
}

function isItem(value) {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 3) return false
  const { sku, quantity, unitPrice } = value
  return isText(sku, 40) && isWhole(quantity, 1, 1_000) && isWhole(unitPrice, 0, 1_000_000)
}

if (import.meta.filename === process.argv[1]) {
  const { values } = parseArgs({
    options: { port: { type: 'string', default: '3000' }, break: { type: 'string' } },
  })
  if (values.break !== undefined && !Object.hasOwn(faults, values.break)) {
    process.stderr.write(
      `There is no fault "${values.break}". The faults are ${Object.keys(faults).join(', ')}.\n`,
    )
    process.exit(2)
  }
  const { environment } = await startOrders(Number(values.port), values.break ?? null)
  for (const [name, value] of Object.entries(environment)) process.stdout.write(`${name}=${value}\n`)
}
