// Types of the result of the inference.
import type { Act, Question } from '../../contract/index.ts'

export interface InferredOperation {
  readonly pointer: string
  readonly method: string
  readonly path: string
  /** Unique, for example "things.create". */
  readonly name: string
  readonly operationId: string | null
  /** The part of the name before the dot. It need not be the name of a resource. */
  readonly resource: string
  readonly role: Act | 'other'
  /** Whether name and response show that an operation without a role changes nothing. */
  readonly seemsSafe: boolean
}

export interface InferredResource {
  readonly name: string
  readonly title: string
  readonly life: Readonly<Partial<Record<Act, string>>>
  readonly singleton: boolean
  /** Pointers of the id by operation. For a list, the pointer starts at an item, else at the body. */
  readonly ids: Readonly<Record<string, string>>
  readonly idInLocation: boolean
  /** Pointer of the id in the body of the creation. Null if this body does not contain the id. */
  readonly idInRequest: string | null
  /** Pointer of the list's items. Null if unknown. */
  readonly items: string | null
  /** Pointers of envelopes by operation, for example "/thing" for {"thing":{…}}; "" without an envelope. */
  readonly envelopes: Readonly<Record<string, string>>
  /** For example "parents" for the path /parents/{id}/things. */
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
