// Requests and responses of the stub.
import type { Json } from '../base/json.ts'
import type { Login, Operation, Resource } from '../contract/index.ts'
import type { PathIds } from './store.ts'

export interface StubRequest {
  readonly operation: Operation
  readonly resource: Resource
  readonly named: PathIds
  readonly query: URLSearchParams
  /** The text of a header, by its name in any case; null without one. */
  readonly header: (name: string) => string | null
  readonly authorization: string | null
  readonly headers: Headers
  /** Without parameters; "" if missing. */
  readonly mediaType: string
  readonly text: string
  /** Whether the stub breaks this law for the operation. */
  readonly breaks: (law: string) => boolean
}

export interface StubResponse {
  readonly status: number
  /** Default: JSON. */
  readonly mediaType?: string
  readonly body?: Json | undefined
  /** Replaces the JSON body. */
  readonly text?: string
  readonly location?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Of a login. */
  readonly session?: Session
}

/** A credential that a login gave, and where its response shows it. */
export interface Session {
  readonly login: Login
  readonly credential: string
}
