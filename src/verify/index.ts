// Verifying contracts: a stub tenant made from a contract alone, green on itself, then mutated clause by clause.
export { lawMutations } from './mutation.ts'
export { startStub } from './stub.ts'
export { type Proof, type VerifyOptions, verifyContract } from './verify.ts'
