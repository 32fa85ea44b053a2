// Robustness: bad input gets a 4xx. That nothing gets a 5xx is watched over the whole run.
import {
  brokenJson,
  crossSuite,
  describeResponse,
  invalid,
  isAccepted,
  isUnavailable,
  statusOf,
  type Tester,
  validRequest,
} from '../src/suite.ts'

export default crossSuite('robustness', {
  each: {
    'malformed-json': async (tester: Tester) => {
      const request = await validRequest(tester)
      const control = await tester.call(request)
      tester.must.assume(isAccepted(control), 'no valid request was accepted')
      for (const rawBody of brokenJson('name')) {
        const exchange = await tester.call(invalid({ ...request, rawBody }))
        const status = statusOf(exchange)
        tester.must.assume(
          status > 0 && ![401, 403, 429].includes(status) && !isUnavailable(exchange),
          `it was answered with ${status}`,
        )
        tester.must.that(status >= 400 && status < 500, 'A body that is not JSON was not refused.', {
          expected: 'a 4xx status',
          received: describeResponse(exchange),
          exchange,
          control,
        })
      }
    },
  },
})
