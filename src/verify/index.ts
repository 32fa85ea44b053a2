// Verifies contracts: every clause must pass on a correct stub and fail on a mutated stub.
export { lawMutations } from './mutation.ts'
export { startContractStub } from './stub.ts'
export { type Proof, type VerifyOptions, verifyContract } from './verify.ts'
