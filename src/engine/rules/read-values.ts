// Bodies that an operation writes, each with its response and a later read.
import type { Exchange } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import type { Operation } from '../../contract/index.ts'
import { fixture } from '../fixture.ts'
import { lifeOf } from '../resources/kind.ts'
import type { TestContext } from '../test-context.ts'
import type { ResourceResponse, ResourceUnderTest } from '../under-test/index.ts'
import { permitChange } from './preconditions.ts'
import { chosenBodies, drawnBodies } from './sample-bodies.ts'

interface WrittenValues {
  readonly sent: JsonObject
  readonly seen: ResourceResponse
  /** Null after a refusal. */
  readonly subject: ResourceUnderTest | null
  readonly control: Exchange | null
}

export interface ReadValues extends WrittenValues {
  /** Null after a refusal, or if no operation reads it. */
  readonly read: ResourceResponse | null
}

export async function write(
  context: TestContext,
  operation: Operation,
  body: JsonObject,
  on: ResourceUnderTest | null,
  within: string | null = null,
): Promise<WrittenValues> {
  const { subjects } = context
  const resource = subjects.resourceOf(operation)
  if (operation.act === 'create') {
    const parent = within ?? (await subjects.parentFor(resource))
    const seen = await subjects.create(resource, body, parent)
    const subject = seen.accepted ? subjects.madeBy(resource, seen, body, parent) : null
    return { sent: body, seen, subject, control: null }
  }
  permitChange(context, operation)
  const subject = on ?? (await subjects.make(resource))
  const seen = await subject.sendTo(operation, body)
  return { sent: body, seen, subject: seen.accepted ? subject : null, control: subject.first.exchange }
}

/** Updates share one resource: each is read before the next one. */
export const readValues = fixture(
  ({ name }: Operation) => `values written by ${name}`,
  async (context, operation): Promise<readonly ReadValues[]> => {
    const { subjects, contract } = context
    const resource = subjects.resourceOf(operation)
    const bodies = [
      ...chosenBodies(context, operation, resource),
      ...drawnBodies(context, operation, resource),
    ]
    const isRead = lifeOf(contract, resource, 'read') !== null
    const all: ReadValues[] = []
    const tryOut = async (body: JsonObject, on: ResourceUnderTest | null, within: string): Promise<void> => {
      const written = await write(context, operation, body, on, within)
      all.push({ ...written, read: (isRead ? await written.subject?.read() : null) ?? null })
    }
    if (operation.act === 'create') {
      const within = await subjects.parentFor(resource)
      await context.each(bodies, (body) => tryOut(body, null, within))
      const made = all.flatMap(({ subject }) => (subject === null ? [] : [subject]))
      // Others go with their parent.
      if (resource.removedWith === null) await context.resource(resource.name).remove(made)
      return all
    }
    permitChange(context, operation)
    const subject = await subjects.make(resource)
    for (const body of bodies) await tryOut(body, subject, '')
    return all
  },
)
