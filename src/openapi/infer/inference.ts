// Types of the result of the inference.
import type { Act, Question } from '../../contract/index.ts'

export interface InferredOperation {
  readonly pointer: string
  readonly method: string
  readonly path: string
  /** For example "things.create". */
  readonly name: string
  readonly operationId: string | null
  /** The part of `name` before the dot. It need not be the name of a resource. */
  readonly resource: string
  readonly role: Act | 'other'
  /** Whether an operation without a role seems to change nothing. */
  readonly seemsSafe: boolean
}

export interface InferredResource {
  readonly name: string
  readonly title: string
  readonly life: Readonly<Partial<Record<Act, string>>>
  readonly singleton: boolean
  /** Pointers by operation. For a list, they start at an item, else at the body. */
  readonly ids: Readonly<Record<string, string>>
  readonly idInLocation: boolean
  readonly idInRequest: string | null
  readonly items: string | null
  /** By operation, for example "/thing" for {"thing":{…}}. "" means no envelope. */
  readonly envelopes: Readonly<Record<string, string>>
  /** For example "parents" for /parents/{id}/things. */
  readonly parent: string | null
}

export interface InferredLogin {
  readonly path: string
  readonly mediaType: string
  readonly username: string
  readonly password: string
  readonly credential?: string
  readonly cookie?: string
  readonly expiresIn?: string
  readonly logout?: { readonly method: string; readonly path: string }
}

export interface Inference {
  readonly operations: readonly InferredOperation[]
  readonly resources: readonly InferredResource[]
  readonly logins: Readonly<Record<string, InferredLogin>>
  readonly questions: readonly Question[]
}
