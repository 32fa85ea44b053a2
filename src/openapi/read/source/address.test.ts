// Reads documents from http addresses.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { at } from '../../../base/json.ts'
import { documentOfSchema, mistakesIn } from '../document.testing.ts'
import { readDocument } from '../index.ts'

const open: Server[] = []

afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  open.push(server)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Serves the given texts by path. For other paths, the server redirects or returns 404. */
async function serveAll(
  texts: Readonly<Record<string, unknown>>,
  moved: Readonly<Record<string, string>> = {},
) {
  const asked: string[] = []
  const origin = await serve(({ url = '' }, response) => {
    asked.push(url)
    const location = moved[url]
    if (location !== undefined) response.writeHead(302, { location }).end()
    else if (url in texts) response.end(JSON.stringify(texts[url]))
    else response.writeHead(404).end()
  })
  return { origin, asked }
}

const to = (reference: string) => documentOfSchema({ $ref: reference })

test('references may name files below the address', async () => {
  const texts = {
    '/v1/openapi.json?a=1': to('schemas/a.json#/A'),
    '/v1/schemas/a.json': { A: { type: 'string' } },
  }
  const { origin, asked } = await serveAll(texts)
  const { root, sourceOf, location } = await readDocument(`${origin}/v1/openapi.json?a=1#top`)
  expect(at(root, '/components/schemas')).toEqual({ A: { type: 'string' } })
  expect(sourceOf('/components/schemas/A')).toBe('schemas/a.json#/A')
  expect(location).toBe(`${origin}/v1/openapi.json?a=1#top`)
  expect(asked).toEqual(Object.keys(texts))
})

test('references are relative to the target of a redirect', async () => {
  const texts = { '/v2/openapi.json': to('a.json'), '/v2/a.json': { type: 'string' } }
  const { origin } = await serveAll(texts, { '/openapi': '/v2/openapi.json' })
  expect(at((await readDocument(`${origin}/openapi`)).root, '/components/schemas')).toEqual({
    a: { type: 'string' },
  })
})

test.each([
  '../a.json',
  '/a.json',
  'b/../../a.json',
  '%2e%2e/a.json',
  'b%2f..%2f..%2fa.json',
  '//127.0.0.1:9/a.json',
  'file:///etc/passwd',
])('%s is never requested', async (reference) => {
  const { origin, asked } = await serveAll({ '/v1/openapi.json': to(reference), '/a.json': {} })
  const [mistake = '', ...others] = await mistakesIn(readDocument(`${origin}/v1/openapi.json`))
  expect(mistake).toContain(`$ref "${reference}" can't be followed: the reference `)
  expect(others).toEqual([])
  expect(asked).toEqual(['/v1/openapi.json'])
})

test('does not follow a redirect to another host', async () => {
  const other = await serveAll({ '/a': to('#/x') })
  const { origin } = await serveAll({}, { '/openapi.json': `${other.origin}/a`, '/circle': '/circle' })
  expect(await mistakesIn(readDocument(`${origin}/openapi.json`))).toEqual([
    'the address redirects to another host: give the target address',
  ])
  expect(await mistakesIn(readDocument(`${origin}/circle`))).toEqual([
    'the address redirects more than 5 times',
  ])
  expect(other.asked).toEqual([])
})

test('reports a missing document', async () => {
  const { origin } = await serveAll({})
  expect(await mistakesIn(readDocument(`${origin}/a.json`))).toEqual(['the request for the file got 404'])
})

test('rejects a document that never ends after a time limit', async () => {
  const slow = await serve((_, response) => void response.write('{'))
  expect(await mistakesIn(readDocument(slow, { downloadTimeoutMs: 100 }))).toEqual([
    'the file was not received in time',
  ])
  expect(await mistakesIn(readDocument(slow, { signal: AbortSignal.timeout(50) }))).toEqual([
    'the file was not received in time',
  ])
})

test('rejects an endless document by its size', async () => {
  const piece = Buffer.alloc(4_194_304, ' ')
  const endless = await serve((_, response) => {
    const write = (): void => {
      while (!response.destroyed && response.write(piece));
    }
    response.on('drain', write)
    write()
  })
  expect(await mistakesIn(readDocument(endless))).toEqual(['the file has more than 67108864 bytes'])
})

test('does not request or show an address with a password', async () => {
  const { origin, asked } = await serveAll({})
  const error = await readDocument(origin.replace('//', '//me:hush@')).catch((reason: unknown) => reason)
  expect(String(error)).toContain('an address with a password is not supported')
  expect(String(error)).not.toContain('hush')
  expect(asked).toEqual([])
})
