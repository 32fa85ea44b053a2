// Verifying contracts: a stub tenant made from a contract alone, green on itself, then mutated clause by clause.
export { lawMutations, type Mutation, mutationsOf } from './mutation.ts'
export { type Stub, startStub } from './stub.ts'
export { type CheckTenant, type Judged, type Proof, type VerifyOptions, verifyContract } from './verify.ts'
