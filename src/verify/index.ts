// Verifies contracts: a contract's stub passes, but fails with a mutation for each clause.
export { lawMutations } from './mutation.ts'
export { startContractStub } from './stub.ts'
export { type Proof, type VerifyOptions, verifyContract } from './verify.ts'
