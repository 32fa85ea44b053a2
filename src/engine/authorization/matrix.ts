// The authorization matrix of an operation: the same valid request under every principal, the accepted one beside them, and what
// the refused ones changed.
import { type Exchange, statusOf } from '../../base/exchange.ts'
import { type Operation, operationOf } from '../../contract/index.ts'
import { type Attempt, Inconclusive, NotRun } from '../../oracle/index.ts'
import { validRequest } from '../checks/valid-request.ts'
import { effectOf, requestOfNothing } from '../requests/operation-request.ts'
import type { Principal } from '../requests/principal.ts'
import type { Request } from '../requests/request.ts'
import type { Tester } from '../tester.ts'
import { deletions } from './deletions.ts'
import { lookup, type Matrix, principals, underEach } from './each.ts'
import { replacements, updates } from './updates.ts'

/** The matrix of the clause's operation, sent once for all of its clauses. */
export function matrixOf(check: Tester): Promise<Matrix> {
  const operation = operationOf(check.contract, check.clause.operation)
  const program = check.allows(effectOf(check.contract, operation)) ? programOf(check, operation) : harmless
  return check.once(`authorization of ${operation.name}`, (shared) => program(shared, operation))
}

type Program = (check: Tester, operation: Operation) => Promise<Matrix>

function programOf({ contract }: Tester, { act, resource }: Operation): Program {
  if (act === 'delete') return deletions
  if (act !== 'update' && act !== 'replace') return plain
  return contract.resources.get(resource)?.singleton === true ? replacements : updates
}

const plain: Program = async (check, operation) => {
  const { name, idParameter, method } = operation
  // What only reads may be asked again and again; of the others each makes one of its own.
  const reading = method === 'GET' ? await validRequest(check, name) : null
  const request = async (): Promise<Request> => reading ?? validRequest(check, name)
  const by = await underEach(check, request)
  const control = await check.call(await request())
  const looks = idParameter !== null && method === 'GET'
  const unknown = looks ? await lookup(check, requestOfNothing(check.contract, operation), by) : null
  return { by, control, compare: null, lookup: unknown }
}

// Where nothing may be written: only what no tenant, however faulty, could act on. It can show a fault but prove nothing.
const harmless: Program = async (check, operation) => {
  // A body that has to be sent without an id could be stored, whatever it is.
  if (operation.idParameter === null)
    throw new NotRun('it sends what a faulty tenant could store: run with --writes reversible')
  const request = requestOfNothing(check.contract, operation)
  const forged = principals.filter((principal) => principal !== 'limited' && principal !== 'nonGlobal')
  return { by: await underEach(check, () => request, forged), control: null, compare: null, lookup: null }
}

/** What one principal got beside the control. Throws NotRun or Inconclusive where there is nothing to judge. */
export async function asked(
  check: Tester,
  principal: Principal,
): Promise<{ readonly exchange: Attempt; readonly control: Exchange }> {
  if (!check.principals.has(principal)) await check.principals.authorization(principal)
  const { by, control } = await matrixOf(check)
  const exchange = by.get(principal)
  if (exchange === undefined) await check.principals.authorization(principal)
  if (exchange === undefined) throw new Inconclusive(`no request was sent as ${principal}`)
  // Accepted for whom it must not be: a failure, with or without a control.
  if (!exchange.accepted && control === null)
    throw new Inconclusive(
      `it was refused (${statusOf(exchange)}), but no valid request beside it was accepted`,
    )
  return { exchange, control: control ?? exchange }
}

/**
 * A request of the operation that no tenant, however faulty, could act on, or whose trace the run removes; null where the write
 * mode leaves none.
 */
export function harmlessRequest(check: Tester, name: string): Request | null {
  const operation = operationOf(check.contract, name)
  const effect = effectOf(check.contract, operation)
  if (operation.idParameter !== null) return requestOfNothing(check.contract, operation)
  if (effect === 'none') return check.requests.of(name)
  const stays = operation.act === 'create' && !check.resource(operation.resource).removable
  return check.allows(effect) && !stays ? check.requests.of(name, '', {}) : null
}
