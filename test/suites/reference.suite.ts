// Runs the suites as vitest tests of a tenant.
import { conformanceTests } from '../../src/vitest.ts'

conformanceTests()
