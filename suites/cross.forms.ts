// Bodies as forms (part 4), beside what the clauses of each operation say of them.
import { crossSuite, encodings } from '../src/suite.ts'

export default crossSuite('forms', {
  each: {
    'form-nested': encodings.formNested,
    'form-syntax': encodings.formSyntax,
    'form-refused': encodings.formRefused,
  },
})
