// Media types of requests and responses (part 4). That responses are JSON is watched over the whole run.
import { crossSuite, type Tester, validRequest } from '../src/suite.ts'

export default crossSuite('media-types', {
  each: {
    'json-charset': async (tester: Tester) => {
      const control = await tester.call(await validRequest(tester))
      const exchange = await tester.call({
        ...(await validRequest(tester)),
        mediaType: 'application/json; charset=utf-8',
      })
      tester.must.accept(exchange, { control })
    },
    'media-type-case': async (tester: Tester) => {
      const control = await tester.call(await validRequest(tester))
      const exchange = await tester.call({ ...(await validRequest(tester)), mediaType: 'Application/JSON' })
      tester.must.accept(exchange, { control })
    },
  },
})
