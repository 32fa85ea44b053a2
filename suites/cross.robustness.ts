// Checks the response to a body that is not valid JSON (part 4).
import {
  brokenJson,
  crossSuite,
  describeResponse,
  encodings,
  isUnavailable,
  statusOf,
  using,
} from '../src/suite.ts'

export default crossSuite('robustness', {
  each: {
    // SHOULD 4: If a request body has a JSON media type but is not valid JSON, the tenant returns a 4xx status (RFC 9110, 15.5).
    'malformed-json': using([encodings.baselineOf], async (check) => {
      const { probe, control, alone } = await encodings.baselineOf(check)
      const [first = '', ...others] = brokenJson('name')
      for (const rawBody of [first, ...check.cases(others, 'body')]) {
        const broken = () => probe.send((request) => ({ ...request, rawBody }), { intent: 'invalid' })
        const { exchange } = (await alone(broken)).seen
        const status = statusOf(exchange)
        check.must.assume(
          status > 0 && ![401, 403, 429].includes(status) && !isUnavailable(exchange),
          `the tenant returned ${status} for a body that is not JSON`,
        )
        check.must.that(status >= 400 && status < 500, 'The tenant did not refuse a body that is not JSON.', {
          expected: 'a 4xx status',
          received: describeResponse(exchange),
          exchange,
          control: control.seen.exchange,
        })
      }
    }),
  },
})
