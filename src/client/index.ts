// What the client offers to the layers above.
export type { Call } from './call.ts'
export { type Client, type ClientOptions, createClient } from './client.ts'
export { decodeToken, expiryOf, type Jwt } from './jwt.ts'
export { maskToken } from './token-mask.ts'
export {
  type Credentials,
  createTokenSource,
  type TokenOutcome,
  type TokenSource,
  type TokenSourceOptions,
} from './token-source.ts'
