// Requests and responses of the stub.
import type { Json } from '../base/json.ts'
import type { Login, Operation, Resource } from '../contract/index.ts'
import type { PathIds } from './store.ts'

export interface StubRequest {
  readonly operation: Operation
  readonly resource: Resource
  readonly named: PathIds
  readonly query: URLSearchParams
  /** Returns a header by name in any letter case; null if missing. */
  readonly header: (name: string) => string | null
  readonly authorization: string | null
  readonly headers: Headers
  /** Without parameters; "" if missing. */
  readonly mediaType: string
  readonly text: string
  /** Returns whether a mutation breaks the rule for this operation. */
  readonly breaks: (law: string) => boolean
}

export interface StubResponse {
  readonly status: number
  readonly mediaType?: string
  readonly body?: Json | undefined
  readonly text?: string
  readonly location?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly session?: Session
}

/** A login, and where its response contains the credential. */
export interface Session {
  readonly login: Login
  readonly credential: string
}
