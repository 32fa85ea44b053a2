// What a run makes of a tenant whose responses have one member spoilt: nothing that compares it may pass.
import { type Json, parse } from '../../src/base/json.ts'
import { loadContract, type Operation } from '../../src/contract/index.ts'
import { monitoredClauses } from '../../src/engine/index.ts'
import { conformance } from '../../src/library/conformance.ts'
import type { Report } from '../../src/report/index.ts'
import { startTenant } from '../../src/tenant/index.ts'
import { createSpoiler, membersOf, type Spoiling, spoilings } from '../member-spoiler.ts'
import { startTamperingProxy } from '../tampering-proxy.ts'

const contract = loadContract()
const stateField = 'status'

/** One member of the responses of a resource, spoilt in one way. */
export interface SpoiltMember {
  /** The first word of the names of the resource's operations. */
  readonly resource: string
  readonly pointer: string
  readonly spoiling: Spoiling
}

// The constants of the contract can't be replaced by another valid constant.
const constants: readonly string[] = [
  '/destination/type',
  '/destination/configuration/webhook_authorization/method',
]

/** Every member of every response, in every way. What no request sets may well be constant, or missing. */
export const spoiltMembers: readonly SpoiltMember[] = [
  ...new Map(
    [...contract.operations.values()].flatMap((operation) =>
      operation.response === null
        ? []
        : membersOf(operation, stateField).flatMap((pointer) =>
            spoilings
              .filter((spoiling) => asserts(operation, pointer, spoiling))
              .map((spoiling) => {
                const resource = operation.name.split('.')[0] ?? ''
                return [`${resource} ${pointer} ${spoiling}`, { resource, pointer, spoiling }] as const
              }),
          ),
    ),
  ).values(),
]

function asserts({ request }: Operation, pointer: string, spoiling: Spoiling): boolean {
  const formStays = spoiling !== 'null' && spoiling !== 'another type'
  // A time of another's moves on as well, and in the same order: nothing tells it apart.
  if (spoiling === 'swapped' && /_at$/.test(pointer)) return false
  // Which members a key must have is not shown (part 2.3), and no request sets any.
  if (formStays && request === null) return false
  return spoiling === 'removed' || !formStays || !constants.includes(pointer)
}

const operationsOf = (resource: string): readonly Operation[] =>
  [...contract.operations.values()].filter(
    ({ name, response }) => name.startsWith(`${resource}.`) && response !== null,
  )

const run = async (
  resource: string,
  tamper: ((body: Json) => Json) | null,
  only: readonly string[] = [`${resource}.`],
): Promise<Report> => {
  const tenant = await startTenant()
  const paths = operationsOf(resource).map(({ method, path }) => ({
    method,
    path: new RegExp(`^/api/v2${path.replace('{id}', '[^/]+')}$`),
  }))
  const proxy = await startTamperingProxy(tenant.baseUrl, ({ method, path }, answer) => {
    const concerned = paths.some((one) => one.method === method && one.path.test(path))
    const body = parse(answer)
    return tamper === null || !concerned || !body.ok ? answer : JSON.stringify(tamper(body.value))
  })
  try {
    return await conformance({
      depth: 'default',
      environment: tenant.environment,
      baseUrl: proxy.baseUrl,
      authUrl: new URL(tenant.baseUrl).origin,
      seed: 5,
      examples: 2,
      only,
    })
  } finally {
    await proxy.close()
    await tenant.close()
  }
}

const honest = new Map<string, Promise<Report>>()

/** The clauses that pass although they compare the spoilt member, by what the same run compared where nothing was spoilt. */
export async function wrongPasses({ resource, pointer, spoiling }: SpoiltMember): Promise<readonly string[]> {
  const known = honest.get(resource) ?? run(resource, null)
  honest.set(resource, known)
  const spoilt = new Set(operationsOf(resource).map(({ name }) => `${name} ${pointer}`))
  const comparing = new Set(
    (await known).clauses
      .filter(({ compared = [] }) => compared.some((one) => spoilt.has(one)))
      .map(({ id }) => id),
  )
  // A clause of form alone holds for whatever has the form; one of a member that may be missing holds without it.
  const ofForm = monitoredClauses(contract)
  const formStays = spoiling !== 'null' && spoiling !== 'another type'
  const judged = [...comparing].filter((id) => !(formStays && ofForm.has(id)))
  if (judged.length === 0) return []
  // No verdict depends on what else is selected.
  const report = await run(resource, createSpoiler(pointer, spoiling), judged)
  return report.clauses
    .filter(({ id, verdict }) => verdict === 'pass' && judged.includes(id))
    .map(({ id }) => id)
}
