// Tests that `new contract` writes a contract that passes with a suitable server, and that can fail.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { Hono } from 'hono'
import { afterAll, expect, test } from 'vitest'
import { conformance, type Report } from '../../src/index.ts'
import { bin } from '../bin.ts'
import { idsWith } from '../contracts/check-shelves.ts'

const folder = mkdtempSync(join(tmpdir(), 'tenant-conformance-new-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const contract = join(folder, 'todos')

/** Starts a server that validates request bodies with the schemas of the contract. */
async function startTodos(deletes: boolean): Promise<{ baseUrl: string; close(): Promise<unknown> }> {
  const file = join(contract, 'schemas/resources/todos.json')
  const { $defs } = JSON.parse(readFileSync(file, 'utf8')) as { $defs: { made: object; changed: object } }
  const ajv = new Ajv2020()
  const fits = { POST: ajv.compile($defs.made), PATCH: ajv.compile($defs.changed) }
  const todos = new Map<string, object>()
  const app = new Hono<{ Variables: { body: object } }>()
  app.use(async (c, next) => {
    const method = c.req.method as keyof typeof fits
    if (!(method in fits)) return next()
    const body = await c.req.json<object>().catch(() => null)
    if (body === null || !fits[method](body)) return c.json({ message: 'not as it has to be' }, 400)
    c.set('body', body)
    return next()
  })
  app.get('/todos', (c) => c.json([...todos.values()]))
  app.post('/todos', (c) => {
    const made = { id: randomUUID(), ...c.var.body }
    todos.set(made.id, made)
    return c.json(made, 201)
  })
  app.on(['GET', 'PATCH', 'DELETE'], '/todos/:id', (c) => {
    const id = c.req.param('id')
    const was = todos.get(id)
    if (was === undefined) return c.json({ message: 'there is none' }, 404)
    if (c.req.method === 'PATCH') todos.set(id, { ...was, ...c.var.body })
    if (c.req.method === 'DELETE' && deletes) todos.delete(id)
    return c.req.method === 'DELETE' ? c.body(null, 204) : c.json(todos.get(id))
  })
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve({
        baseUrl: `http://127.0.0.1:${port}`,
        close: () => new Promise((closed) => server.close(closed)),
      }),
    )
  })
}

async function check(deletes: boolean, only: readonly string[] = []): Promise<Report> {
  const { baseUrl, close } = await startTodos(deletes)
  try {
    return await conformance({ depth: 'default', contract, baseUrl, environment: {}, seed: 1, only })
  } finally {
    await close()
  }
}

test('passes if the server matches, and fails otherwise', async () => {
  execFileSync(process.execPath, [bin(), 'new', 'contract', contract])
  const listed = execFileSync(process.execPath, [bin(), 'clauses', '--contract', contract], {
    encoding: 'utf8',
  })
  const green = await check(true)
  expect(green.clauses.filter(({ verdict }) => verdict !== 'pass')).toEqual([])
  expect(green.outcome).toBe('conformant')
  expect(green.resources.leaked).toEqual([])
  expect(listed).toContain(`${green.clauses.length} clauses`)
  const gone = 'todos.delete.gone-after-delete'
  expect(idsWith(await check(false, [gone]), 'fail')).toEqual([gone])
})
