// What the stub is asked, and what it answers.
import type { Json } from '../base/json.ts'
import type { Operation, Resource } from '../contract/index.ts'
import type { Named } from './store.ts'

export interface Asked {
  readonly operation: Operation
  /** The resource that the operation is named after. */
  readonly resource: Resource
  readonly named: Named
  readonly query: URLSearchParams
  readonly authorization: string | null
  /** Without its parameters; "" where none is given. */
  readonly mediaType: string
  readonly text: string
  /** Whether that law is what the stub breaks for the operation. */
  readonly breaks: (law: string) => boolean
}

export interface Answer {
  readonly status: number
  /** Default: JSON. */
  readonly mediaType?: string
  /** Undefined for none. */
  readonly body?: Json | undefined
  /** Instead of a body of JSON. */
  readonly text?: string
  readonly location?: string
}
