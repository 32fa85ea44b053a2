// What the client offers to the layers above.
export { type Call, isBaseUrl } from './call.ts'
export { type Client, type ClientOptions, timeoutMsDefault } from './client.ts'
export { type CurlOptions, curlOf } from './curl.ts'
export { curlScript } from './curl-script.ts'
export {
  algNone,
  alteredPayload,
  alteredSignature,
  type Forgery,
  type ForgeryName,
  forgeries,
  notAJwt,
  otherKey,
  sameLength,
} from './forgery.ts'
export { waitLimits } from './gate.ts'
export { decodeToken, encryptedParts, expiryOf, isJwt, type Jwt } from './jwt.ts'
export { type ClientCertificate, type Network, type ProxyServer, plainNetwork } from './network.ts'
export { remainingOf, waitAskedMs } from './rate-limit.ts'
export { bodyBytesMax, createClient, headersBytesMax } from './run-client.ts'
export { levelsMax, partsMax } from './structure.ts'
export { tokenCharactersMax } from './token-answer.ts'
export { silentMax, tokenAnswersBytesMax } from './token-asker.ts'
export {
  basicOf,
  type ClientAuth,
  type TokenAuth,
  TokenAuthentication,
  tokenAuths,
} from './token-authentication.ts'
export { maskToken } from './token-mask.ts'
export { tokenAnswerBytesMax } from './token-request.ts'
export {
  type Credentials,
  createTokenSource,
  type TokenOutcome,
  type TokenSource,
  type TokenSourceOptions,
} from './token-source.ts'
