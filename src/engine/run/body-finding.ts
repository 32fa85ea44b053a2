// Finds the members whose values make a tenant refuse a creation.
import { describeResponse } from '../../base/exchange.ts'
import { at, equal, isObject, type Json, type JsonObject, tokenOf } from '../../base/json.ts'
import { type Operation, type Resource, type Schema, schemaAt } from '../../contract/index.ts'
import { type Attempt, isUndecided } from '../../oracle/index.ts'
import { lifeOf } from '../resources/kind.ts'
import { type OwnedKeys, removeOwned } from '../resources/owned-keys.ts'
import type { ResourceTracker } from '../resources/resource-tracker.ts'
import type { Resources } from '../resources.ts'
import type { Session } from '../session/session.ts'
import {
  type BodyFacts,
  exampleOf,
  formOnly,
  greatValues,
  nameForms,
  ResourceFactory,
  withFutureTimes,
  withPlainValues,
} from '../under-test/index.ts'

const membersMax = 40
/** A tenant may refuse some allowed values. */
const drawsMax = 3

interface Base {
  readonly body: JsonObject
  readonly future: boolean
}

interface Search {
  readonly resource: Resource
  readonly operation: Operation
  readonly schema: Schema
  readonly factory: ResourceFactory
  readonly tried: (body: JsonObject) => Promise<Attempt>
}

export async function findBody(session: Session, resources: Resources, pool: ResourceTracker): Promise<void> {
  const { resource } = pool.kind
  const operation = lifeOf(session.contract, resource, 'create')
  const schema = operation?.request ?? null
  if (operation === null || schema === null || resources.adapters.named(resource.name).body !== undefined)
    return
  const owned: OwnedKeys = new Map()
  const factory = new ResourceFactory({
    ...{ session, resources, owned, seed: session.config.seed, options: {} },
    call: (request, options = {}) => pool.send({ ...request, intent: 'probe' }, options, []),
  })
  try {
    pool.permit()
    const within = await factory.keys.parentFor(resource)
    const tried = async (body: JsonObject): Promise<Attempt> => {
      const made: string[] = []
      const attempt = await pool.send(
        { ...factory.creation(resource, body, within), intent: 'probe' },
        {},
        made,
      )
      await pool.remove(made)
      return attempt
    }
    await search(session, resources, { resource, operation, schema, factory, tried })
  } catch (error) {
    if (!isUndecided(error)) throw error
  } finally {
    await removeOwned(owned)
  }
}

async function search(session: Session, { bodyFacts }: Resources, parts: Search): Promise<void> {
  const { resource } = parts
  const forms = resource.nameAt === null ? 1 : nameForms.length
  const sent = new Set<string>()
  for (let form = 0; form < forms; form += 1) {
    bodyFacts.set(resource.name, formOnly(form))
    const name = shapeOf(parts)
    if (sent.has(name)) continue
    sent.add(name)
    const full = await refusedDraw(parts)
    if (full === null) return
    const base = await acceptedBase(full, parts)
    if (base !== null) return searchMembers(session, bodyFacts, parts, { full, base, form })
  }
  bodyFacts.delete(resource.name)
}

function shapeOf({ resource, operation, factory }: Search): string {
  const body = factory.bodies.own({}, operation, resource)
  return (resource.nameAt === null ? '' : String(at(body, resource.nameAt))).replace(/\d+/g, '')
}

interface Found {
  readonly full: JsonObject
  readonly base: Base
  readonly form: number
}

async function searchMembers(
  session: Session,
  bodyFacts: BodyFacts,
  parts: Search,
  { full, base, form }: Found,
): Promise<void> {
  const { resource, operation, factory } = parts
  const without = new Set<string>()
  const fixed: [string, Json][] = []
  for (const name of Object.keys(full).slice(0, membersMax)) {
    const drawn = Array.from(
      { length: drawsMax - 1 },
      () => factory.bodies.of(operation, resource)[name] ?? null,
    )
    const great = greatValues(schemaAt(parts.schema, `/${tokenOf(name)}`) ?? {})
    const { refusal, accepted } = await varied(name, [full[name] ?? null, ...drawn, ...great], base, parts)
    if (refusal === null) continue
    const known = base.body[name] ?? accepted
    if (known === undefined) without.add(name)
    else fixed.push([name, known])
    session.emit({
      type: 'note',
      message: `The tenant refuses a valid value of ${name} of ${resource.title} (${describeResponse(refusal)}), so the run ${known === undefined ? `omits ${name}` : 'sends the value of an accepted body'}.`,
    })
  }
  const facts = { without, fixed: Object.fromEntries(fixed), future: base.future, nameForm: form }
  bodyFacts.set(resource.name, facts)
}

async function refusedDraw({ resource, operation, factory, tried }: Search): Promise<JsonObject | null> {
  for (let draws = 0; draws < drawsMax; draws += 1) {
    const body = factory.bodies.of(operation, resource)
    if (!(await tried(body)).accepted) return body
  }
  return null
}

async function acceptedBase(
  full: JsonObject,
  { resource, operation, schema, factory, tried }: Search,
): Promise<Base | null> {
  const { bodies } = factory
  const minimal = bodies.of(operation, resource, { minimal: true })
  const examples = operation.examples
    .filter(isObject)
    .map((example) => bodies.own(example, operation, resource))
  const words = [full, minimal].map((body) => withPlainValues(body, schema))
  const example = exampleOf(schema)
  const shown = isObject(example) ? [{ ...words[1], ...example }] : []
  const varied = [...shown, ...words].map((body) => bodies.own(body, operation, resource))
  const plain = [...examples, minimal, ...varied]
  const kept = (body: JsonObject): JsonObject => bodies.kept(body, operation, resource)
  const later = [full, ...plain].map((body) => kept(withFutureTimes(body, schema)))
  const hasTimes = !equal(later[0] ?? null, full)
  // Random times may be in the right order only by chance.
  if (hasTimes) for (const body of later) if ((await tried(body)).accepted) return { body, future: true }
  for (const body of plain.map(kept)) if ((await tried(body)).accepted) return { body, future: false }
  return null
}

async function varied(
  name: string,
  values: readonly Json[],
  { body, future }: Base,
  { resource, operation, schema, factory, tried }: Search,
): Promise<{ readonly refusal: Attempt | null; readonly accepted: Json | undefined }> {
  let accepted: Json | undefined
  for (const value of values) {
    const known = body[name]
    if (known !== undefined && equal(known, value)) continue
    const other = factory.bodies.own({ ...body, [name]: value }, operation, resource)
    const timed = future ? withFutureTimes(other, schema) : other
    const attempt = await tried(factory.bodies.kept(timed, operation, resource, `/${tokenOf(name)}`))
    if (!attempt.accepted) return { refusal: attempt, accepted }
    accepted = value
  }
  return { refusal: null, accepted }
}
