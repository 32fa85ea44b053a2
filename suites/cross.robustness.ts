// Robustness: bad input gets a 4xx. That nothing gets a 5xx is watched over the whole run.
import { crossSuite, invalid, type Tester, validRequest } from '../src/engine/index.ts'

const broken = ['{"name": ', '{"name": "a"', "{'name': 'a'}", '{"name": "a",}', 'name']

export default crossSuite('robustness', {
  each: {
    'malformed-json': async (tester: Tester) => {
      const request = await validRequest(tester)
      const control = await tester.call(request)
      for (const rawBody of broken)
        tester.must.refuse(await tester.call(invalid({ ...request, rawBody })), { control })
    },
  },
})
