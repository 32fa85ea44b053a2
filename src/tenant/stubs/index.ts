// Stub servers: servers that are not tenants, started by name. From outside: this file alone.
export { type StubServer, startStub, stubNames } from './stub.ts'
