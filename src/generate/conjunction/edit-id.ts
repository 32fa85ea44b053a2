// Unique numbers of edits.

let edits = 0

export function freshEditId(): number {
  return edits++
}
