// What the client offers to the layers above.

export { type Addresses, type CurlOptions, curlOf, isOfId } from './curl/curl.ts'
export { curlScript } from './curl/curl-script.ts'
export { bodyBytesMax, createClient, headersBytesMax } from './run-client.ts'
export { type ForgeryAids, type ForgeryName, forgedToken, isDerived } from './tokens/forgery.ts'
export { decodeToken, encryptedParts, expiryOf, isJwt, type Jwt, malformationOf } from './tokens/jwt.ts'
export { tokenCharactersMax } from './tokens/token-answer.ts'
export { silentMax, tokenAnswersBytesMax } from './tokens/token-asker.ts'
export {
  basicOf,
  type ClientAuth,
  type TokenAuth,
  TokenAuthentication,
  tokenAuths,
} from './tokens/token-authentication.ts'
export { maskToken } from './tokens/token-mask.ts'
export { tokenAnswerBytesMax } from './tokens/token-request.ts'
export {
  type Credentials,
  createTokenSource,
  type TokenOutcome,
  type TokenSource,
  type TokenSourceOptions,
} from './tokens/token-source.ts'
export { type Call, isBaseUrl } from './wire/call.ts'
export { type Client, type ClientOptions, timeoutMsDefault } from './wire/client.ts'
export { type Connected, type ShownCertificate, tryConnection } from './wire/connection.ts'
export { waitLimits } from './wire/gate.ts'
export { type ClientCertificate, type Network, type ProxyServer, plainNetwork } from './wire/network.ts'
export { remainingOf, toldBy, waitAskedMs, waitInWords } from './wire/rate-limit.ts'
export { levelsMax, levelsSentMax, partsMax } from './wire/structure.ts'
