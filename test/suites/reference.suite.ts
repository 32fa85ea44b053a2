// The suites as vitest tests: the reference tenant, or the tenant that the environment names.
import { conformanceTests } from '../../src/vitest.ts'

conformanceTests()
