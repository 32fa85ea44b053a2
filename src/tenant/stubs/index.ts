// Stub servers: named servers that are not tenants. Other folders import only this file.
export { type StubServer, startStub, stubNames } from './stub.ts'
