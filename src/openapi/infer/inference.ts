// The result of the inference, as `src/openapi/import` reads it.
import type { Act, Question } from '../../contract/index.ts'

export interface InferredOperation {
  /** "/paths/~1things/post" */
  readonly pointer: string
  /** "POST" */
  readonly method: string
  /** "/things/{thingId}" */
  readonly path: string
  /** "things.create": the contract's name, unique. */
  readonly name: string
  readonly operationId: string | null
  /** "things": the part of the name before the dot. Operations outside any resource share a name that no resource has. */
  readonly resource: string
  readonly role: Act | 'other'
  /** Without a role: whether it only seems to look something up, whatever its method. */
  readonly seemsSafe: boolean
}

export interface InferredResource {
  readonly name: string
  /** Singular, lower case. */
  readonly title: string
  readonly life: Readonly<Partial<Record<Act, string>>>
  readonly singleton: boolean
  /** Where each operation's response has the id (JSON pointer into the body; into an item for the list), by operation name. */
  readonly ids: Readonly<Record<string, string>>
  readonly idInLocation: boolean
  /** Where the creation's request chooses the id, such as a name; null if the service does. */
  readonly idInRequest: string | null
  /** Where the list's response has its items; null if unknown. */
  readonly items: string | null
  /** Where responses wrap the resource, by operation name: "/thing" for {"thing":{…}}; "" otherwise. */
  readonly envelopes: Readonly<Record<string, string>>
  /** The resource whose id stands in the path before this one. */
  readonly parent: string | null
}

/** As a contract says it. */
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
  /** By security scheme. */
  readonly logins: Readonly<Record<string, InferredLogin>>
  readonly questions: readonly Question[]
}
