// Clauses about reads of the custom signing keys (part 4.3).
import { suite } from '../src/suite.ts'
import { repeatedRead } from './custom-signing-keys.get/repeated-read.ts'
import { soundKeys } from './custom-signing-keys.get/sound-keys.ts'
import { watch } from './custom-signing-keys.get/watch.ts'

export default suite(
  'custom-signing-keys.get',
  {
    // MUST 4.3: The tenant returns a 2xx status for a request to read the signing keys.
    accepts: async ({ requests, call, must }) => {
      must.accept(await call(requests.of('custom-signing-keys.get')))
    },
    ...soundKeys,
    ...repeatedRead,
  },
  watch,
)
