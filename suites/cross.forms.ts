// Clauses about request bodies that are forms, at every operation (part 4).
import { crossSuite, encodings } from '../src/suite.ts'

export default crossSuite('forms', {
  each: {
    // MUST 4: A form with nested members, for example destination[type]=webhook, has the same effect as a JSON body with the same members.
    //   The specification does not show the notation of nested members in forms. If no notation is declared for the tenant, this clause
    //   applies only to a creation, and only to the members that are neither objects nor arrays.
    'form-nested': encodings.formNested,
    // SHOULD 4: All equivalent spellings of a form have the same effect. For example, a form can contain %20 instead of + for a space,
    //   hexadecimal digits in lower case, or its members in another order (URL Standard, 5.1).
    'form-syntax': encodings.formSyntax,
    // MUST 4: If the tenant rejects a request with a JSON body because of the members of the body or because of the token, the tenant also
    //   rejects the same request with a form as the body. A rejected form changes nothing. In a form too, the tenant accepts texts of the
    //   minimum length and texts of the maximum length.
    'form-refused': encodings.formRefused,
  },
})
