// Finds the shipped profile that fits the tenant, by the tenant's responses to a missing token and to an
// invalid token.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bodyOf, type Exchange } from '../base/exchange.ts'
import type { JsonObject } from '../base/json.ts'
import { packageRoot } from '../base/package-root.ts'
import { plainAjv } from '../base/schemas/ajv.ts'
import { type Contract, isShipped } from '../contract/index.ts'

interface Signs {
  readonly profile: string
  readonly answers: readonly { readonly to: 'none' | 'malformed'; readonly response: JsonObject }[]
}

const folder = join(packageRoot, 'profiles/signs')

export function recognisedProfile(
  contract: Contract,
  answers: Readonly<Record<'none' | 'malformed', Exchange>>,
): string | null {
  if (!isShipped(contract)) return null
  const ajv = plainAjv({ strict: false })
  const all = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Signs)
  const fitting = all.filter((signs) =>
    signs.answers.every(({ to, response }) => ajv.validate(response, responseOf(answers[to]))),
  )
  const [only, ...others] = fitting
  return only === undefined || others.length > 0 ? null : only.profile
}

function responseOf(exchange: Exchange) {
  const body = bodyOf(exchange)
  return {
    status: exchange.response?.status ?? 0,
    headers: exchange.response?.headers ?? {},
    body: body.ok ? body.value : null,
  }
}
