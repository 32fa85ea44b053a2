// Stub servers. Other folders import only this file.
export { type StubServer, startStub, stubNames } from './stub.ts'
