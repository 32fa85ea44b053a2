// The plainest valid request of an operation that has a body: what cross-cutting checks vary.
import type { Request } from './request.ts'
import type { Tester } from './tester.ts'

/** A valid request of the clause's operation, on a resource of the run's own. */
export async function validRequest(tester: Tester): Promise<Request> {
  const { given, clause, existing, templates } = tester
  switch (clause.operation) {
    case 'event-streams.create':
      return given.stream()
    case 'event-streams.update':
      return given.update(await existing.stream(), { name: given.name() })
    case 'phone-templates.update':
      await templates.save()
      return given.templates()
    case 'custom-signing-keys.get':
      return given.keys()
    default:
      return given.deletion((await existing.policy()).id)
  }
}
