// Clauses about bodies in form encoding, at every operation (part 4 of the specification).
import { crossSuite, encodings } from '../src/suite.ts'

export default crossSuite('forms', {
  each: {
    // MUST 4: The tenant accepts a form with nested members, in the notation that the profile declares, like a JSON body. If the profile
    //   declares no notation, only the flat members of a creation count.
    'form-nested': encodings.formNested,
    // SHOULD 4: The tenant reads the same content from every equivalent spelling of a form: for example %20 for a space, hexadecimal digits
    //   in lower case, or another order of members (URL Standard, 5.1).
    'form-syntax': encodings.formSyntax,
    // MUST 4: The tenant rejects a form if it rejects the same JSON body: for members beyond their limits, missing members, or a missing or
    //   insufficient token. A rejected form changes nothing, and the tenant accepts members at their limits in a form.
    'form-refused': encodings.formRefused,
  },
})
