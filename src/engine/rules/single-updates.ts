// Updates of one member each, one after another on one resource.
import type { JsonObject } from '../../base/json.ts'
import type { Operation } from '../../contract/index.ts'
import { fixture } from '../fixture.ts'
import type { ResourceResponse, ResourceUnderTest } from '../under-test/index.ts'
import { changeable, permitChange } from './preconditions.ts'

export interface SingleUpdate {
  readonly subject: ResourceUnderTest
  readonly member: string
  readonly sent: JsonObject
  readonly before: ResourceResponse
  readonly answer: ResourceResponse
  readonly after: ResourceResponse
}

/** Only accepted updates. */
export const singleUpdates = fixture(
  ({ name }: Operation) => `single updates of ${name}`,
  async (context, operation): Promise<readonly SingleUpdate[]> => {
    const { subjects } = context
    const resource = subjects.resourceOf(operation)
    permitChange(context, operation)
    const subject = await subjects.make(resource)
    const all: SingleUpdate[] = []
    let before = await subject.read()
    for (const member of changeable(operation, resource)) {
      const value = subjects.bodies.of(operation, resource)[member]
      if (value === undefined) continue
      const sent = { [member]: value }
      const answer = await subject.sendTo(operation, sent)
      if (!answer.accepted) continue
      const after = await subject.read()
      all.push({ subject, member, sent, before, answer, after })
      before = after
    }
    return all
  },
)
