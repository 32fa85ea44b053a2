// Stub servers. Other folders may import only this file.
export { type StubServer, startStub, stubNames } from './stub.ts'
