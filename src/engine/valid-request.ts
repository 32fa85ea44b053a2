// The plainest valid request of an operation that has a body: what cross-cutting checks vary.
import type { Request } from './request.ts'
import type { Tester } from './tester.ts'

/** A valid request of an operation, the clause's own by default, on a resource of the run's own. */
export async function validRequest(tester: Tester, operation = tester.clause.operation): Promise<Request> {
  const { given, existing } = tester
  switch (operation) {
    case 'event-streams.create':
      return given.stream()
    case 'event-streams.update':
      return given.update(await existing.stream(), { name: given.name() })
    case 'phone-templates.update':
      return given.templates()
    case 'custom-signing-keys.get':
      return given.keys()
    default:
      return given.deletion((await tester.take('rate-limit-policies')).id)
  }
}
