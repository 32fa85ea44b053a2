// The requests and responses of the stub.
import type { Json } from '../base/json.ts'
import type { Login, Operation, Resource } from '../contract/index.ts'
import type { PathIds } from './entries/store.ts'

export interface StubRequest {
  readonly operation: Operation
  readonly resource: Resource
  readonly named: PathIds
  readonly query: URLSearchParams
  /** The letter case of the name does not matter. */
  readonly header: (name: string) => string | null
  readonly authorization: string | null
  readonly headers: Headers
  /** Without parameters. Empty if the request has no media type. */
  readonly mediaType: string
  readonly text: string
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

export interface Session {
  readonly login: Login
  readonly credential: string
}
