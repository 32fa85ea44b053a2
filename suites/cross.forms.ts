// Clauses about bodies in form encoding, at every operation (part 4 of the specification).
import { crossSuite, encodings } from '../src/suite.ts'

export default crossSuite('forms', {
  each: {
    // MUST 4: A form with nested members has the same effect as a JSON body with the same members. The profile declares the notation of
    //   nested members in forms. If the profile declares no notation, this clause applies only to the flat members of a creation.
    'form-nested': encodings.formNested,
    // SHOULD 4: The tenant reads the same content from every equivalent spelling of a form. Examples are %20 for a space, hexadecimal
    //   digits in lower case, and another order of the members (URL Standard, 5.1).
    'form-syntax': encodings.formSyntax,
    // MUST 4: If the tenant rejects a request with a JSON body because of the members or the token, the tenant also rejects the same
    //   request with a form. A rejected form changes nothing. In a form, the tenant accepts texts of the minimum and the maximum length.
    'form-refused': encodings.formRefused,
  },
})
