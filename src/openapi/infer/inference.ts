// Types of the result of the inference.
import type { Act, Question } from '../../contract/index.ts'

export interface InferredOperation {
  readonly pointer: string
  readonly method: string
  readonly path: string
  /** A unique name, for example "things.create". */
  readonly name: string
  readonly operationId: string | null
  /** The part of the name before the dot. It need not be the name of a resource. */
  readonly resource: string
  readonly role: Act | 'other'
  /** For operations without a role: whether the name says that the operation only looks something up. */
  readonly seemsSafe: boolean
}

export interface InferredResource {
  readonly name: string
  readonly title: string
  readonly life: Readonly<Partial<Record<Act, string>>>
  readonly singleton: boolean
  /** JSON pointers of the id in the body, or in an item of a list, by operation. */
  readonly ids: Readonly<Record<string, string>>
  readonly idInLocation: boolean
  /** JSON pointer of the id in the request. Null if the service chooses the id. */
  readonly idInRequest: string | null
  /** JSON pointer of the list's items. Null if unknown. */
  readonly items: string | null
  /** Envelopes by operation, for example "/thing" for {"thing":{…}}. "" if there is no envelope. */
  readonly envelopes: Readonly<Record<string, string>>
  /** Name of the resource with its id in the path before this resource. Null if there is none. */
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
