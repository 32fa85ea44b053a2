// Runs with one wrong member in the responses. A clause that compares this member must not pass.
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

export interface SpoiltMember {
  /** The first word in the names of the resource's operations. */
  readonly resource: string
  readonly pointer: string
  readonly spoiling: Spoiling
}

// These members have only one valid value, so a constant value is right.
const constants: readonly string[] = [
  '/destination/type',
  '/destination/configuration/webhook_authorization/method',
]

/**
 * All wrong members. Skips changes that are valid, because a member that no request sets may be constant or
 * missing.
 */
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
  // A swap of timestamps is not visible, because the timestamps of another stream increase in the same way.
  if (spoiling === 'swapped' && /_at$/.test(pointer)) return false
  // Part 2.3 of the specification does not show which members are required.
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

/**
 * Selects the clauses that compare the member in a run without a change. Returns those that pass although
 * the member is wrong.
 */
export async function wrongPasses({ resource, pointer, spoiling }: SpoiltMember): Promise<readonly string[]> {
  const known = honest.get(resource) ?? run(resource, null)
  honest.set(resource, known)
  const spoilt = new Set(operationsOf(resource).map(({ name }) => `${name} ${pointer}`))
  const comparing = new Set(
    (await known).clauses
      .filter(({ compared = [] }) => compared.some((one) => spoilt.has(one)))
      .map(({ id }) => id),
  )
  // If the change keeps the form, or only removes the member, skips the clauses about the form.
  const ofForm = monitoredClauses(contract)
  const formStays = spoiling !== 'null' && spoiling !== 'another type'
  const judged = [...comparing].filter((id) => !(formStays && ofForm.has(id)))
  if (judged.length === 0) return []
  // It is enough to run these clauses, because a verdict does not depend on the selection of clauses.
  const report = await run(resource, createSpoiler(pointer, spoiling), judged)
  return report.clauses
    .filter(({ id, verdict }) => verdict === 'pass' && judged.includes(id))
    .map(({ id }) => id)
}
