// Checks the version of the API in the paths of its operations (part 9).
import { crossSuite, NotApplicable, statusOf } from '../src/suite.ts'

export default crossSuite('versioning', {
  any: {
    // MUST 9: The tenant serves the operations at paths that begin with /api/v2.
    'version-path': async ({ requests, call, must, baseUrl, principals }) => {
      if (!new URL(baseUrl).pathname.endsWith('/api/v2'))
        throw new NotApplicable(
          'the base URL does not end with /api/v2, so a proxy before the tenant changes the path',
        )
      const exchange = await call(requests.probe())
      // A token endpoint that issues tokens shows that the base URL belongs to a tenant.
      if (statusOf(exchange) === 404 && principals.usesClient && (await principals.outcome('full')).ok) {
        const others = [
          requests.of('phone-templates.update', '', {}),
          requests.of('event-streams.create', '', {}),
        ]
        const answers = await Promise.all(
          others.map((request) => call({ ...request, intent: 'probe', effect: 'none' }, { as: 'none' })),
        )
        must.that(
          answers.some((answer) => statusOf(answer) !== 404),
          'The tenant serves no operation at a path that begins with /api/v2.',
          {
            expected: 'operations at paths that begin with /api/v2',
            received: '404 for each operation',
            exchange,
          },
        )
      }
      must.accept(exchange)
    },
  },
})
