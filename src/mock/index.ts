// The features that the command `serve` adds to the reference tenant.
export { type Mock, type MockOptions, startMock } from './mock.ts'
export { isRate, paceLimits } from './pace.ts'
