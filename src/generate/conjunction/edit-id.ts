// Numbers by which edits are told apart.

let edits = 0

/** A number that no other edit has. */
export function freshEditId(): number {
  return edits++
}
