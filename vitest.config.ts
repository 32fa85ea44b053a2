// The test projects: unit tests beside their files, proofs of the whole, and the suites themselves.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  cacheDir: '.vitest',
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts', 'schemas/**/*.test.ts'], testTimeout: 30_000 } },
      { test: { name: 'proof', include: ['test/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 60_000 } },
    ],
  },
})
