// Clauses about bodies in form encoding, at every operation (part 4 of the specification).
import { crossSuite, encodings } from '../src/suite.ts'

export default crossSuite('forms', {
  each: {
    // MUST 4: If the profile declares the notation of nested members, the tenant accepts a form with nested members like the same JSON
    //   body. Without a declared notation, only the flat members of a creation are judged.
    'form-nested': encodings.formNested,
    // SHOULD 4: The tenant reads the same content from every equivalent spelling of a form, for example with %20 for a space, with
    //   hexadecimal digits in lower case, or with the members in another order (URL Standard, 5.1).
    'form-syntax': encodings.formSyntax,
    // MUST 4: If the tenant rejects invalid or missing members, or a missing or insufficient token, with a JSON body, the tenant also
    //   rejects them with a form. A rejected form changes nothing. In a form, the tenant accepts texts of the minimum and the maximum
    //   length.
    'form-refused': encodings.formRefused,
  },
})
