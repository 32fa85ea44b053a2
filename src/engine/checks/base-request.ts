// Makes the base request of an operation: a valid request, of which each test case changes one point.

import { at, dotted, equal, isObject, type Json, type JsonObject, withMember } from '../../base/json.ts'
import {
  type Contract,
  clausesOf,
  eachSchema,
  type Operation,
  openPropertyOf,
  type Resource,
  resolvedSchema,
  type Schema,
  schemaAt,
  schemeOfLogin,
  schemeOfLogout,
} from '../../contract/index.ts'
import { type Attempt, conforms, NotRun, notAccepted } from '../../oracle/index.ts'
import { calibration, fixture, perOperation, using } from '../fixture.ts'
import { operationRequest } from '../requests/operation-request.ts'
import type { Request } from '../requests/request.ts'
import { lifeOf, nameIn } from '../resources/kind.ts'
import { validRequestOf } from '../rules/index.ts'
import type { TestContext } from '../test-context.ts'
import type { ResourceUnderTest } from '../under-test/index.ts'

export interface BaseRequest {
  readonly operation: Operation
  readonly resource: Resource
  readonly schema: Schema
  /** True if no resource adapter makes the bodies. */
  readonly plain: boolean
  /** All checks share this body, so the cases are generated only once. */
  readonly valid: JsonObject
  readonly control: Attempt
  /**
   * The resource that the requests change. Null for safe operations, for creations, and for a singleton that
   * no operation reads.
   */
  readonly subject: ResourceUnderTest | null
  /** Makes each member that must be unique differ from `valid`. */
  request(body: Json): Request
  /** Replaces a changed name by a unique name of the same length. */
  named(body: Json): Json
}

/** A tenant may refuse some valid bodies, so the check draws up to three. */
const drawsMax = 3

const validBodies = fixture(
  'valid body of *',
  perOperation,
  async ({ subjects, adapters }, operation): Promise<JsonObject> => {
    const resource = subjects.resourceOf(operation)
    return adapters.named(resource.name).whole?.(operation) ?? subjects.bodies.of(operation, resource)
  },
)

const setUp = using(
  [validBodies, calibration],
  async (context, operation: Operation): Promise<BaseRequest> => {
    const { subjects, contract, knowledge, requests, adapters } = context
    const resource = subjects.resourceOf(operation)
    const adapter = adapters.named(resource.name)
    const plain = adapter.body === undefined
    const schema = resolvedSchema(operation.request ?? {}, knowledge.schemaAnswers, 'request')
    let valid = await context.use(validBodies, operation)
    const { key, subject } = await targetFor(operation, resource, context)
    // The tenant may refuse a unique value that is sent twice.
    const own = [...(resource.nameAt === null ? [] : [resource.nameAt]), ...resource.unique]
    const fresh = (body: JsonObject): JsonObject => {
      const isSame = (pointer: string): boolean =>
        at(body, pointer) !== undefined && equal(at(body, pointer), at(valid, pointer))
      if (!own.some(isSame)) return body
      const made = subjects.bodies.of(operation, resource)
      return own.reduce<JsonObject>((varied, pointer) => {
        const [is, was, other] = [at(varied, pointer), at(valid, pointer), at(made, pointer)]
        return is !== undefined && equal(is, was) && other !== undefined
          ? withMember(varied, pointer, other)
          : varied
      }, body)
    }
    // The tenant may refuse an update to the state that the resource already has.
    const state = operation.act === 'update' ? subjects.stateOf(resource) : null
    const stateless = (body: JsonObject): JsonObject =>
      state === null || !equal(body[state.member], valid[state.member])
        ? body
        : Object.fromEntries(Object.entries(body).filter(([member]) => member !== state.member))
    const request = (body: Json): Request =>
      operationRequest(contract, operation, key, isObject(body) ? stateless(fresh(body)) : body)
    const named = (body: Json): Json => {
      const { nameAt } = resource
      const name = isObject(body) ? nameIn({ resource }, body) : undefined
      if (!isObject(body) || nameAt === null || name === undefined || equal(at(valid, nameAt), name))
        return body
      const last = [...name].at(-1) ?? ''
      const plain = requests.nameOfLength([...name].length)
      // The case may test a last character of two UTF-16 units, so the new name keeps it.
      const other = last.length > 1 ? plain.slice(0, -1) + last : plain
      return conforms(schemaAt(schema, nameAt) ?? {}, other) ? withMember(body, nameAt, other) : body
    }
    let control = await context.call(request(valid))
    for (let draws = 1; draws < drawsMax && plain && isOfBody(control); draws += 1) {
      valid = subjects.bodies.of(operation, resource)
      control = await context.call(request(valid))
    }
    if (!control.accepted) throw notAccepted('the valid base request was not accepted', control)
    return { operation, resource, schema, plain, valid, control, subject, request, named }
  },
)

const baseRequests = fixture('base request of *', perOperation, setUp)
const examplesRequests = fixture('base request of * for examples', perOperation, setUp)

/**
 * Checks can share the request, because refused requests do not change the resource.
 * @throws Inconclusive if the tenant refuses the valid request
 * @throws NotRun if the run cannot create the resource
 */
export const baseRequestOf = using([baseRequests], (context, operation: Operation) =>
  known(context, operation, baseRequests),
)

/** Returns a separate base request, for checks that read the resource after their own requests. */
export const separateBaseRequestOf = using([examplesRequests], (context, operation: Operation) =>
  known(context, operation, examplesRequests),
)

async function known(
  context: TestContext,
  operation: Operation,
  shared: typeof baseRequests,
): Promise<BaseRequest> {
  requireKnown(context, operation)
  const base = await context.use(shared, operation)
  context.coverage.inside(operation.name)
  return base
}

function isOfBody({ accepted, response }: Attempt): boolean {
  return !accepted && (response?.status === 400 || response?.status === 422)
}

interface Target {
  readonly key: string
  readonly subject: ResourceUnderTest | null
}

async function targetFor(operation: Operation, resource: Resource, context: TestContext): Promise<Target> {
  const { subjects, contract } = context
  if (operation.safe) return { key: (await validRequestOf(context, operation)).key, subject: null }
  requireRole(operation, contract)
  if (operation.act === 'create') return { key: await subjects.keys.parentFor(resource), subject: null }
  if (resource.singleton && lifeOf(contract, resource, 'read') === null) return { key: '', subject: null }
  const all = resource.singleton ? null : context.resource(resource.name)
  // Only resources with adapters are calibrated.
  const subject = await (all?.hasAdapter ? all.any() : subjects.make(resource))
  return { key: subject.key, subject }
}

function requireRole(operation: Operation, contract: Contract): void {
  const { act, method, name } = operation
  if (act !== 'other' || method === 'GET' || contract.openapi === null) return
  if ([schemeOfLogin, schemeOfLogout].some((of) => of(operation, contract) !== null)) return
  throw new NotRun(
    `the contract does not say whether ${name} changes anything: set "safe": true or "acts": true in the file of ${name}`,
    'specification',
  )
}

function requireKnown({ clause, contract, knowledge }: TestContext, { request }: Operation): void {
  eachSchema(request ?? {}, (one) => {
    const open = openPropertyOf(one)
    if (open === null || knowledge.schemaAnswers.has(open.point)) return
    if (!Object.values(clausesOf(open.schema)).includes(clause.id)) return
    const point = contract.openPoints.find(({ id }) => id === open.point)
    const declared = dotted(point?.declaredAt ?? `/openPoints/${open.point}`)
    throw new NotRun(`${point?.question ?? open.point} Declare ${declared} in the profile`)
  })
}
