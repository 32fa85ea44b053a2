// JSON pointers to the resource within bodies, by operation.
import type { Pointer } from '../schema.ts'

export interface Envelope {
  /** Null means the default: the pointer of `response` if the request schema has an object at it, else "". */
  readonly request: Pointer | null
  readonly response: Pointer
}

export type EnvelopesSource = Readonly<
  Record<string, Pointer | { readonly request?: Pointer; readonly response?: Pointer }>
>

export function envelopesFrom(source: EnvelopesSource): ReadonlyMap<string, Envelope> {
  return new Map(
    Object.entries(source).map(([name, one]): [string, Envelope] => [
      name,
      typeof one === 'string'
        ? { request: null, response: one }
        : { request: one.request ?? '', response: one.response ?? '' },
    ]),
  )
}
