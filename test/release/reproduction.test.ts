// The printed lines of a failure, pasted into a shell: against the faulty tenant they show it, against the sound one it is gone.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { conformance, startTenant } from '../../src/index.ts'
import type { Tenant } from '../../src/tenant/index.ts'
import { allFaults, faultPerCheck, type Sample } from '../proof/kill-matrix.ts'
import { isWhole, partOf } from '../proof/part.ts'

// Of all checks; of all clauses where the whole proof is asked for.
const everyNth = 10
const blockCharactersMax = 1_000
const rateLimit = { burst: 20, perSecond: 1 }

async function tokenOf({ authUrl, baseUrl, environment }: Tenant, prefix: string): Promise<string> {
  const response = await fetch(`${authUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: environment[`${prefix}CLIENT_ID`],
      client_secret: environment[`${prefix}CLIENT_SECRET`],
      audience: `${baseUrl}/`,
    }),
  })
  const { access_token: token } = (await response.json().catch(() => ({}))) as { access_token?: unknown }
  return typeof token === 'string' ? token : ''
}

/** What the lines print where they are pasted, less what differs from one tenant and one moment to the next. */
async function pasted(lines: string, faults: readonly string[]): Promise<string> {
  // However slow the machine is, so many requests are too many.
  const tenant = await startTenant(lines.startsWith('seq ') ? { faults, rateLimit } : { faults })
  const env = {
    ...tenant.environment,
    PATH: process.env.PATH,
    TENANT_BASE_URL: tenant.baseUrl,
    TENANT_ACCESS_TOKEN: await tokenOf(tenant, 'TENANT_'),
    TENANT_LIMITED_ACCESS_TOKEN: await tokenOf(tenant, 'TENANT_LIMITED_'),
    TENANT_NON_GLOBAL_ACCESS_TOKEN: await tokenOf(tenant, 'TENANT_NON_GLOBAL_'),
  }
  const running = promisify(execFile)('/bin/sh', [], { env, maxBuffer: 2 ** 26, timeout: 60_000 })
  running.child.stdin?.end(`${lines}\n`)
  const { stdout, stderr } = await running.finally(() => tenant.close())
  const printed = `${stdout}\n${stderr}`
  const moments = [...new Set(printed.match(momentsAt))].filter(isNow).sort(byTime)
  const idOf = numbered('ID')
  return (
    printed
      .replace(/127\.0\.0\.1:\d+/g, 'HOST')
      .replace(/^(?:(?:date|content-length|etag): .*|x-ratelimit-\w+: \d+\r?)$/gim, '')
      .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'JWT')
      .replace(/evt_[0-9a-f]+/g, numbered('EVENT'))
      // An id keeps its length; what the lines themselves send is none that the tenant gave.
      .replace(/\b[a-z]{2,4}_?[0-9a-hjkmnp-tv-z]{20,}\b/gi, (id) =>
        lines.includes(id) ? id : `${idOf(id)}-${id.length}`,
      )
      .replace(momentsAt, (time) => (isNow(time) ? `TIME${moments.indexOf(time)}` : time))
  )
}

const momentsAt = /\d{4}-\d\d-\d\dT[\d:.]+Z/g
const byTime = (one: string, other: string): number => Date.parse(one) - Date.parse(other)
const isNow = (time: string): boolean => Math.abs(Date.now() - Date.parse(time)) < 60_000

/** Texts by when they first came, so that equal ones stay equal. */
function numbered(name: string): (text: string) => string {
  const known: string[] = []
  return (text) => {
    if (!known.includes(text)) known.push(text)
    return `${name}${known.indexOf(text)}`
  }
}

async function linesOf({ fault, owner }: Sample): Promise<string> {
  const { name, operation, clauses } = fault
  const scopes = [clauses, operation === 'any' ? [] : [`${operation}.`]]
  for (const only of scopes) {
    const report = await conformance({
      depth: 'default',
      environment: {},
      seed: 1,
      faults: [name],
      only,
      examples: 4,
    })
    const [failure] = report.clauses.find(({ id }) => id === owner)?.failures ?? []
    if (failure !== undefined) return failure.curl
  }
  throw new Error(`${name} does not fail ${owner}`)
}

const perClause = async (): Promise<readonly Sample[]> => [
  ...new Map((await allFaults()).map((sample) => [sample.owner, sample] as const).reverse()).values(),
]
// What a few lines sent to a new tenant with new tokens cannot show.
const shownOtherwise: readonly string[] = [
  // By the tenth creation of a tenant alone.
  'create-every-fifth-id-repeated',
  // By a tenant that was started more than a minute ago.
  'create-times-of-the-start',
  // By what is sent between the lines, of which they know nothing: another one is deleted, too.
  'delete-deleted-204-after-another',
  // By a deletion before it, which the lines do not hold.
  'delete-id-given-again',
  // By an id that lacks its end: the lines hold what was sent, and not what is new in place of a part of it.
  'delete-id-as-glob',
  // By tokens that were not issued last, or not by the token endpoint.
  ...['older-tokens-revoked', 'supplied-tokens-refused', 'create-supplied-token-refused'],
  // By the last read alone, after updates that are sent at once: how these are answered differs from one sound tenant to the next.
  'update-writes-back-what-it-read',
]
const samples = partOf(isWhole ? await perClause() : await faultPerCheck(), everyNth).filter(
  ({ name }) => !shownOtherwise.includes(name),
)

test.concurrent.for(samples)('$name: the lines show that $owner fails', async (sample) => {
  const lines = await linesOf(sample)
  // Several requests are as long as they are, and so is a header that is sent for its length.
  const block = lines.replace(/[^\s']{1000,}/g, '')
  if (!lines.includes('\n')) expect(block.length).toBeLessThan(blockCharactersMax)
  const { faulty, sound, forms } = await compared(lines, sample.name)
  expect(forms).not.toEqual([])
  expect(forms.map((form) => form(faulty) === form(sound))).toContain(false)
})

/** What a faulty tenant and a sound one print, and the forms in which two sound ones print the same. */
async function compared(lines: string, fault: string, attempts = 3): Promise<Compared> {
  const printed = await Promise.all([[fault], [], []].map((faults) => pasted(lines, faults)))
  const [faulty = '', sound = '', again = ''] = printed
  // What is delivered comes when it comes; on a busy machine not all of it, for which the lines wait some seconds alone.
  const forms = [asItIs, inAnyOrder].filter((form) => form(again) === form(sound))
  return forms.length > 0 || attempts === 1 ? { faulty, sound, forms } : compared(lines, fault, attempts - 1)
}

interface Compared {
  readonly faulty: string
  readonly sound: string
  readonly forms: readonly ((text: string) => string)[]
}

const asItIs = (text: string): string => text

function inAnyOrder(text: string): string {
  return text
    .replace(/\b(?:ID|TIME|EVENT)\d+(?:-\d+)?/g, 'ANY')
    .split('\n')
    .sort()
    .join('\n')
}
