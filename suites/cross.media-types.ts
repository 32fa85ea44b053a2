// Media types of requests and responses (part 4). That responses are JSON is watched over the whole run.
import { crossSuite, encodings } from '../src/suite.ts'

export default crossSuite('media-types', {
  each: {
    'json-charset': encodings.sameRequest,
    'media-type-case': encodings.sameRequest,
    'other-media-type': encodings.otherTypes,
  },
})
