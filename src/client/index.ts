// The public interface of the HTTP client.

export { type Client, type ConnectionOptions, plainConnection } from './client.ts'
export { curlScript } from './curl/curl-script.ts'
export { type Addresses, isOfId } from './curl/url.ts'
export { rateInfoOf, waitAskedMs, waitInWords } from './rate/rate-headers.ts'
export { waitLimits } from './rate/wait-budget.ts'
export { bodyBytesMax, createClient, headersBytesMax } from './run-client.ts'
export { type ForgeryName, forgedToken, isDerived } from './tokens/forgery.ts'
export { decodeToken, isJwt, malformationOf } from './tokens/jwt.ts'
export { credentialOf, hidingLogin, type LoginCall } from './tokens/login.ts'
export { tokenCharactersMax } from './tokens/token-answer.ts'
export { silentMax, tokenAnswersBytesMax } from './tokens/token-asker.ts'
export {
  basicOf,
  type TokenAuth,
  TokenAuthentication,
  tokenAuths,
} from './tokens/token-authentication.ts'
export { maskToken } from './tokens/token-mask.ts'
export { tokenAnswerBytesMax } from './tokens/token-request.ts'
export {
  type Credentials,
  createLoginSource,
  createTokenSource,
  type TokenOutcome,
  type TokenSource,
} from './tokens/token-source.ts'
export { isBaseUrl } from './wire/call.ts'
export { type Connected, tryConnection } from './wire/connection.ts'
export type { CallCredential } from './wire/credentials.ts'
export { type ClientCertificate, type ProxyServer, plainNetwork } from './wire/network.ts'
export { levelsMax, levelsSentMax, partsMax } from './wire/structure.ts'
