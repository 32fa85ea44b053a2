// Exports the shipped contract as an OpenAPI document, and reads this document as a contract.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { at, isObject, type Json, type JsonObject, tokenOf } from '../../src/base/json.ts'
import { packageRoot } from '../../src/base/package-root.ts'
import { type Contract, clausesOf, loadContract } from '../../src/contract/index.ts'
import { contractFrom, startTenant } from '../../src/index.ts'
import { type ConformanceOptions, conformance } from '../../src/library/conformance.ts'
import { openApiOf } from '../../src/openapi/export/document.ts'
import { loadProfile } from '../../src/profile/index.ts'
import type { Report } from '../../src/report/index.ts'
import { type Fault, tenantFaults } from '../../src/tenant/index.ts'

const shipped = loadContract()

const exported = (): JsonObject =>
  JSON.parse(JSON.stringify(openApiOf(shipped, loadProfile('reference', shipped), '1.0.0'))) as JsonObject

const { contract: readBack } = await contractFrom(exported())

const parts = {
  request: 'a keyword of a request schema',
  response: 'a keyword of a response schema',
  operation: 'an operation',
  rate: 'the response 429',
  document: 'the document as a whole',
} as const
type Part = keyof typeof parts

export interface Named {
  readonly clause: string
  readonly part: Part
  /** The keyword of the clause. Null if the clause belongs to an operation or to the document. */
  readonly keyword: string | null
  /** The location in the document: "#" and a JSON pointer. */
  readonly place: string
}

export function namedClauses(document: JsonObject = exported()): readonly Named[] {
  const found: Named[] = []
  const look = (value: Json, place: string): void => {
    if (Array.isArray(value))
      for (const [index, one] of value.entries()) look(one as Json, `${place}/${index}`)
    if (!isObject(value)) return
    const { 'x-conformance': named, ...others } = value
    const [part, here] = [partOf(place), `#${place}`]
    if (Array.isArray(named))
      for (const clause of named as readonly string[])
        found.push({ clause, part, keyword: null, place: here })
    if (isObject(named))
      for (const [keyword, clause] of Object.entries(named))
        found.push({ clause: String(clause), part, keyword, place: here })
    // Skips the form, because the run reads only one media type of a body.
    const { 'application/x-www-form-urlencoded': _, ...read } = others
    for (const [key, inner] of Object.entries(others['application/json'] === undefined ? others : read))
      look(inner, `${place}/${tokenOf(key)}`)
  }
  look(document, '')
  return found
}

function partOf(place: string): Part {
  if (place === '') return 'document'
  if (/\/responses\/429$/.test(place)) return 'rate'
  if (place.includes('/requestBody/')) return 'request'
  return place.includes('/responses/') ? 'response' : 'operation'
}

/**
 * Searches the clause in the imported contract. Finds a clause of a request by its keyword, and a clause of
 * an operation by its name. For a response, one clause covers the complete schema.
 */
export function isFoundAgain(named: Named): boolean {
  const { clause, part, place } = named
  if (part === 'request') return isKeywordFound(named)
  const name = clause.slice(clause.lastIndexOf('.') + 1)
  return [...readBack.clauses.values()].some((one) =>
    part === 'response'
      ? one.name.startsWith('returned') && `${place}/`.startsWith(`${one.part}/`)
      : one.part === place && one.name === name,
  )
}

function isKeywordFound({ keyword, place }: Named): boolean {
  const [operation = '', schema = ''] = place.split(/\/requestBody\/content\/[^/]+\/schema/)
  const known = [...readBack.operations.values()].find(({ source }) => source === operation)
  return known?.request != null && clausesOf(at(known.request, schema) ?? {})[keyword ?? ''] !== undefined
}

/** Runs with the imported contract, and with variables for tokens and deletions. */
export async function checkByDocument(): Promise<Report> {
  return checked([], {})
}

type Options = Pick<ConformanceOptions, 'failsAtOnce' | 'onEvent' | 'only' | 'signal'>

async function checked(faults: readonly string[], options: Options): Promise<Report> {
  const { baseUrl, environment, close } = await startTenant({ faults })
  const { TENANT_PROFILE: _, ...variables } = environment
  const address = (path: string): string => new URL(path, baseUrl).href
  try {
    return await conformance({
      contract: readBack,
      baseUrl,
      environment: {
        ...variables,
        TENANT_TOKEN_URL: address('/oauth/token'),
        TENANT_AUDIENCE: address('/api/v2/'),
      },
      profile: {
        name: 'reference',
        fixtures: { deleteEventStream: { method: 'DELETE', path: '/event-streams/{id}' } },
      },
      writes: 'destructive',
      depth: 'default',
      seed: 1,
      ...options,
    })
  } finally {
    await close()
  }
}

export function failedIn({ clauses }: Report): readonly string[] {
  return clauses
    .filter(({ id, verdict }) => verdict === 'fail' && !id.startsWith('profile.'))
    .map(({ id }) => id)
}

/**
 * Runs the clauses of the fault's operation, and returns whether one fails. A fault without an operation
 * needs all clauses.
 */
export async function isFaultFound({ name, operation }: Fault): Promise<boolean> {
  const own = operationOf(readBack, operation)
  if (operation !== 'any' && own === undefined) return false
  const found = new AbortController()
  let isChecking = false
  const report = await checked([name], {
    only: own === undefined ? [] : [`${own}.`],
    failsAtOnce: true,
    signal: found.signal,
    onEvent: (event) => {
      if (event.type === 'phase-started') isChecking = event.phase !== 'preflight'
      const isFailure = event.type === 'observed' && event.failure !== null
      if (isFailure && isChecking && !event.clause.startsWith('profile.')) found.abort()
    },
  })
  return failedIn(report).length > 0
}

const operationOf = ({ operations }: Contract, name: string): string | undefined =>
  [...operations.values()].find((one) => one.name === name || one.aliases.includes(name))?.name

export const faultsFile = join(packageRoot, 'test/openapi/round-trip-faults.txt')

export function recordedFaults(): ReadonlySet<string> {
  return new Set(readFileSync(faultsFile, 'utf8').split('\n').filter(Boolean))
}

/** The groups of faults. Each group contains the faults that violate one part of the document. */
const groups = {
  request: [
    'a keyword of a request',
    'the faults break no limit of a keyword; for example, null in an optional member, letters of another case, a wrong second element',
  ],
  response: [
    'a keyword of a response',
    'only the profile contains the credentials; no keyword says that a server must keep blanks and composed letters',
  ],
  known: ['a rule that the tool adds to every document', 'the shipped suites send more variants'],
  other: [
    'another rule of an operation',
    'OpenAPI cannot express the rule; if a run finds such a fault, another rule fails',
  ],
  unsent: [
    'an operation that the run does not call',
    'a PUT without a GET, or a DELETE without a POST: the document does not say what these operations change',
  ],
  rate: ['the rate limit', 'the document does not say when a tenant returns 429'],
  document: ['tokens, events, and rules for all operations', 'no OpenAPI document states these rules'],
} as const
type Group = keyof typeof groups

function groupOf({ operation, clauses: [owner = ''] }: Fault, named: readonly Named[]): Group {
  const own = [...readBack.operations.values()].find(({ aliases }) => aliases.includes(operation))
  if (own?.act === 'other' && own.method !== 'GET') return 'unsent'
  const first = named.find(({ clause }) => clause === owner)
  if (first === undefined) return 'document'
  return first.part === 'operation' ? (isFoundAgain(first) ? 'known' : 'other') : first.part
}

/** Returns the generated part of docs/openapi.md. */
export async function roundTripTable(): Promise<string> {
  // Sorts by the kind of location. A clause can occur at several locations, and only the first one counts.
  const order = Object.keys(parts)
  const named = [...namedClauses()].sort((a, b) => order.indexOf(a.part) - order.indexOf(b.part))
  const clauseRows = Object.entries(parts).map(([part, words]) => {
    const own = named.filter(
      (one) => one.part === part && named.find(({ clause }) => clause === one.clause)?.part === part,
    )
    const clauses = [...new Set(own.map(({ clause }) => clause))]
    const again = clauses.filter((id) => own.filter(({ clause }) => clause === id).every(isFoundAgain))
    return `| ${words} | ${clauses.length} | ${again.length} |`
  })
  const faults = await tenantFaults()
  const recorded = recordedFaults()
  const faultRows = Object.entries(groups).map(([group, [words, reason]]) => {
    const own = faults.filter((fault) => groupOf(fault, named) === group)
    const found = own.filter(({ name }) => recorded.has(name))
    return `| ${words} | ${own.length} | ${found.length} | ${reason} |`
  })
  const found = faults.filter(({ name }) => recorded.has(name)).length
  return [
    `The contract that the tool makes from the exported document has ${readBack.clauses.size} clauses. These clauses find ${found} of ${faults.length} faults.`,
    '',
    [
      '| the document names a shipped clause at | clauses | of these, in the new contract |',
      '|---|---|---|',
      ...clauseRows,
    ].join('\n'),
    '',
    [
      '| the faults break | faults | found | why the run does not find the others |',
      '|---|---|---|---|',
      ...faultRows,
    ].join('\n'),
  ].join('\n')
}
