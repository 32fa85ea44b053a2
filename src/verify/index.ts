// Verifies contracts: a stub made from a contract passes; with one mutation for each clause it fails.
export { lawMutations } from './mutation.ts'
export { startStub } from './stub.ts'
export { type Proof, type VerifyOptions, verifyContract } from './verify.ts'
