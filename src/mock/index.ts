// The mock: what `serve` adds to the reference tenant for daily work. A run that starts a tenant of its own needs none of it.
export { type Mock, type MockOptions, startMock } from './mock.ts'
export { isRate, paceLimits } from './pace.ts'
