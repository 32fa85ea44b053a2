// Bodies as forms, at every operation (part 4).
import { crossSuite, encodings } from '../src/suite.ts'

export default crossSuite('forms', {
  each: {
    // MUST 4: A form with nested members, in the notation that the profile declares, is accepted like a JSON body.
    'form-nested': encodings.formNested,
    // SHOULD 4: A form that is written differently, with %20 for a space, hexadecimal digits in lower case or its members in another order,
    //   means the same (URL Standard, 5.1).
    'form-syntax': encodings.formSyntax,
    // MUST 4: What is refused as JSON is refused as a form as well: members beyond their limits, missing members, a request without a
    //   token. Such a form changes nothing.
    'form-refused': encodings.formRefused,
  },
})
