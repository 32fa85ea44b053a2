// A server that follows recipes.yaml. It stores cooks and recipes, and requires an API key.

import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { onTestFinished } from 'vitest'
import type { JsonObject } from '../../src/base/json.ts'
import { conformance, contractFrom } from '../../src/index.ts'
import { conforms } from '../../src/oracle/index.ts'
import type { Report } from '../../src/report/index.ts'

export const recipesFile = join(import.meta.dirname, 'recipes.yaml')
const kitchenKey = 'kitchen-key-of-the-test'

export type RecipeFault =
  | 'title-too-long'
  | 'cook-not-listed'
  | 'put-undocumented-status'
  | 'no-location'
  | 'without-key'
  | 'recipe-stays'
  | 'error-without-text'
  | 'pin-shown'
  /** With this fault, the server refuses a value that the document allows. */
  | 'nickname-refused'

interface Kitchen {
  readonly baseUrl: string
  /** The names and titles of the resources that are still on the server. */
  left(): readonly string[]
}

const document = load(readFileSync(recipesFile, 'utf8')) as JsonObject & {
  readonly components: { readonly schemas: Readonly<Record<'NewCook' | 'NewRecipe', JsonObject>> }
}
const { NewRecipe } = document.components.schemas
const newCook = { ...document.components.schemas.NewCook }
newCook.properties = {
  ...(newCook.properties as JsonObject),
  born: { type: ['integer', 'null'], minimum: 1900, maximum: 2020 },
}

class Refused extends Error {
  readonly status: number
  constructor(status: number, reason: string) {
    super(reason)
    this.status = status
  }
}

type Item = Record<string, unknown>

/** Starts the server with four cooks, which are more than one page of a list can contain. */
async function startKitchen(fault: RecipeFault | null = null): Promise<Kitchen> {
  const cooks = new Map<string, Item>(
    ['Ada', 'Ben', 'Cleo', 'Dev'].map((name, index) => [
      `c${index}`,
      { id: `c${index}`, since: new Date(0).toISOString(), name },
    ]),
  )
  const recipes = new Map<string, Item>()
  let made = 0
  const bodyIn = async (request: IncomingMessage, schema: JsonObject): Promise<Item> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    let body: unknown
    try {
      body = JSON.parse(String(Buffer.concat(chunks)))
    } catch {
      throw new Refused(400, 'no JSON')
    }
    if (!/json/.test(request.headers['content-type'] ?? '')) throw new Refused(400, 'no JSON')
    const isLong =
      fault === 'title-too-long' &&
      typeof (body as Item)?.title === 'string' &&
      [...((body as Item).title as string)].length === 81
    if (!isLong && !conforms(schema, body as JsonObject)) throw new Refused(400, 'not as the schema says')
    return body as Item
  }
  const found = (all: Map<string, Item>, id: string): Item => {
    const one = all.get(id)
    if (one === undefined) throw new Refused(404, 'nothing has this id')
    return one
  }
  const requireCook = (recipe: Item): void => {
    if (!cooks.has(String(recipe.cookId))) throw new Refused(422, 'no such cook')
  }
  const requireNewTitle = (recipe: Item, own: string | null): void => {
    if ([...recipes.values()].some((one) => one.title === recipe.title && one.id !== own))
      throw new Refused(409, 'there is a recipe of this title')
  }
  const serve = async (
    request: IncomingMessage,
  ): Promise<{ status: number; body?: unknown; headers?: Record<string, string> }> => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const [, kind = '', id = ''] = pathname.split('/')
    if (request.headers['x-kitchen-key'] !== kitchenKey && fault !== 'without-key')
      throw new Refused(401, 'no key')
    const all = kind === 'cooks' ? cooks : recipes
    const method = request.method ?? ''
    if (id === '' && method === 'GET') {
      if (kind === 'recipes') return { status: 200, body: [...recipes.values()] }
      const [limit, offset] = [searchParams.get('limit') ?? '3', searchParams.get('offset') ?? '0']
      if (!/^\d+$/.test(limit) || +limit < 1 || +limit > 50 || !/^\d+$/.test(offset))
        throw new Refused(400, 'no such page')
      const shown = [...cooks.values()].filter(
        (one) => fault !== 'cook-not-listed' || String(one.since) === new Date(0).toISOString(),
      )
      return { status: 200, body: { items: shown.slice(+offset, +offset + +limit), total: shown.length } }
    }
    if (method === 'GET') return { status: 200, body: found(all, id) }
    if (method === 'DELETE') {
      found(all, id)
      if (kind === 'cooks' && [...recipes.values()].some((one) => one.cookId === id))
        throw new Refused(409, 'the cook has recipes')
      if (kind !== 'recipes' || fault !== 'recipe-stays') all.delete(id)
      return { status: 204 }
    }
    if (kind === 'recipes' && id !== '') found(recipes, id)
    const body = await bodyIn(request, kind === 'cooks' ? newCook : NewRecipe)
    if (fault === 'nickname-refused' && body.nickname !== undefined)
      throw new Refused(400, 'no nicknames here')
    if (kind === 'recipes') {
      requireCook(body)
      requireNewTitle(body, id === '' ? null : id)
    }
    made += 1
    const key = id || `${kind.slice(0, 1)}-${made.toString(36).padStart(4, '0')}`
    // Responses do not contain the pin, because this member is write-only.
    const { pin, ...shown } = body
    const item = {
      id: key,
      ...(kind === 'cooks' ? { since: new Date().toISOString() } : {}),
      ...(fault === 'pin-shown' && pin !== undefined ? body : shown),
    }
    all.set(key, item)
    const status = id === '' ? 201 : fault === 'put-undocumented-status' ? 202 : 200
    return { status, body: item, headers: fault === 'no-location' ? {} : { location: `${pathname}/${key}` } }
  }
  const server = createServer((request, response) => {
    serve(request)
      .catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error
        return {
          status: error.status,
          body: fault === 'error-without-text' ? {} : { error: error.message },
          headers: {},
        }
      })
      .then(({ status, body, headers = {} }) => {
        response.writeHead(status, {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        })
        response.end(body === undefined ? '' : JSON.stringify(body))
      })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    left: () => [...cooks.values(), ...recipes.values()].map((one) => String(one.name ?? one.title)),
  }
}

/** @param contract the contract of the run; by default the document */
export async function checkKitchen(
  fault: RecipeFault | null = null,
  only: readonly string[] = [],
  contract: string = recipesFile,
): Promise<{
  readonly report: Report
  readonly left: readonly string[]
  readonly failed: readonly string[]
}> {
  const { baseUrl, left } = await startKitchen(fault)
  const environment = { TENANT_API_KEY: kitchenKey }
  const report = await conformance({ baseUrl, contract, environment, seed: 1, only, depth: 'default' })
  const failed = report.clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  return { report, left: left(), failed }
}

export const recipesContract = async (): ReturnType<typeof contractFrom> =>
  contractFrom(document, { location: recipesFile })
