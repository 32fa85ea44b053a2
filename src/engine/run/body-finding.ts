// Finds bodies that a tenant accepts where it refuses those that follow from the schema: which member is at fault.
import { describeResponse } from '../../base/exchange.ts'
import { equal, isObject, type JsonObject } from '../../base/json.ts'
import { type Attempt, isUndecided } from '../../oracle/index.ts'
import { lifeOf } from '../resources/kind.ts'
import type { OwnedKeys } from '../resources/owned-keys.ts'
import { removeOwned } from '../resources/owned-keys.ts'
import type { ResourceTracker } from '../resources/resource-tracker.ts'
import type { Resources } from '../resources.ts'
import type { Session } from '../session/session.ts'
import { ResourceFactory, withFutureTimes, withPlainTexts } from '../under-test/index.ts'

const membersMax = 40
/** A tenant may take some of the values that a schema allows. */
const drawsMax = 3

interface Base {
  readonly body: JsonObject
  readonly future: boolean
}

/** Only where nothing else says what may be sent. */
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
    const within = await factory.parentFor(resource)
    const tried = async (body: JsonObject): Promise<Attempt> => {
      const made: string[] = []
      const request = { ...factory.creation(resource, body, within), intent: 'probe' } as const
      const attempt = await pool.send(request, {}, made)
      await pool.remove(made)
      return attempt
    }
    const full = await refusedOne(() => factory.bodies.of(operation, resource), tried)
    if (full === null) return
    const minimal = factory.bodies.of(operation, resource, { minimal: true })
    const examples = operation.examples.filter(isObject)
    const plain = [
      ...examples.map((example) => ({ ...example, ...factory.bodies.own(example, operation, resource) })),
      minimal,
    ]
    const worded = [withPlainTexts(full, schema), withPlainTexts(minimal, schema)]
    const bases = [
      ...[...plain, ...worded].map((body): Base => ({ body, future: false })),
      ...[full, ...plain, ...worded].map(
        (body): Base => ({ body: withFutureTimes(body, schema), future: true }),
      ),
    ]
    const base = await firstAccepted(bases, tried)
    if (base === null) return
    const drawn = (name: string): readonly JsonObject[string][] =>
      Array.from({ length: drawsMax - 1 }, () => factory.bodies.of(operation, resource)[name] ?? null)
    const without = new Set<string>()
    const fixed = new Map<string, JsonObject[string]>()
    for (const name of Object.keys(full).slice(0, membersMax)) {
      const known = base.body[name]
      let attempt: Attempt | null = null
      for (const value of [full[name] ?? null, ...drawn(name)]) {
        if (known !== undefined && equal(known, value)) continue
        const own = factory.bodies.own({ ...base.body, [name]: value }, operation, resource)
        attempt = await tried(base.future ? withFutureTimes(own, schema) : own)
        if (!attempt.accepted) break
      }
      if (attempt === null || attempt.accepted) continue
      if (known === undefined) without.add(name)
      else fixed.set(name, known)
      session.emit({
        type: 'note',
        message: `${name} of ${resource.title}: a valid value is refused (${describeResponse(attempt)}), so the run ${known === undefined ? 'leaves it out' : 'sends the value of an accepted body'}.`,
      })
    }
    resources.bodyFacts.set(resource.name, { without, fixed: Object.fromEntries(fixed), future: base.future })
  } catch (error) {
    if (!isUndecided(error)) throw error
  } finally {
    await removeOwned(owned)
  }
}

/** Null if all draws are accepted. */
async function refusedOne(
  draw: () => JsonObject,
  tried: (body: JsonObject) => Promise<Attempt>,
): Promise<JsonObject | null> {
  for (let draws = 0; draws < drawsMax; draws += 1) {
    const body = draw()
    if (!(await tried(body)).accepted) return body
  }
  return null
}

async function firstAccepted(
  bases: readonly Base[],
  tried: (body: JsonObject) => Promise<Attempt>,
): Promise<Base | null> {
  for (const base of bases) if ((await tried(base.body)).accepted) return base
  return null
}
