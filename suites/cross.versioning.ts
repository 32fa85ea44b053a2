// The version of the API in its path (part 9).
import { crossSuite, NotApplicable } from '../src/engine/index.ts'

export default crossSuite('versioning', {
  any: {
    'version-path': async ({ given, call, must, baseUrl }) => {
      if (!new URL(baseUrl).pathname.endsWith('/api/v2'))
        throw new NotApplicable('the base URL does not end in /api/v2: something in between maps the path')
      must.accept(await call(given.keys()))
    },
  },
})
