// The types of the inference's result.
import type { Act, Question } from '../../contract/index.ts'

export interface InferredOperation {
  readonly pointer: string
  readonly method: string
  readonly path: string
  /** A unique name such as "things.create". */
  readonly name: string
  readonly operationId: string | null
  /** The name before the dot. It may be the name of no resource. */
  readonly resource: string
  readonly role: Act | 'other'
  /** Without a role: whether the operation seems to look something up, with any method. */
  readonly seemsSafe: boolean
}

export interface InferredResource {
  readonly name: string
  readonly title: string
  readonly life: Readonly<Partial<Record<Act, string>>>
  readonly singleton: boolean
  /** By operation name: JSON pointer into the body, or into an item of a list. */
  readonly ids: Readonly<Record<string, string>>
  readonly idInLocation: boolean
  /** Null if the service chooses the id. */
  readonly idInRequest: string | null
  /** Null if unknown. */
  readonly items: string | null
  /** By operation name: "/thing" for {"thing":{…}}; "" without an envelope. */
  readonly envelopes: Readonly<Record<string, string>>
  /** The resource whose id is in the path. */
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
