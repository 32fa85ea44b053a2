// Requests and responses of the stub.
import type { Json } from '../base/json.ts'
import type { Operation, Resource } from '../contract/index.ts'
import type { PathIds } from './store.ts'

export interface StubRequest {
  readonly operation: Operation
  readonly resource: Resource
  readonly named: PathIds
  readonly query: URLSearchParams
  readonly authorization: string | null
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
}
