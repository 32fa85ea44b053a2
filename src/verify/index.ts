// Verifies contracts: all clauses pass on a correct stub, and each one fails on a mutated stub.
export { lawMutations } from './mutation.ts'
export { startContractStub } from './stub.ts'
export { type Proof, type VerifyOptions, verifyContract } from './verify.ts'
