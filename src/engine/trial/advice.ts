// A word that an author may add to a contract, with the reason.
export interface Advice {
  readonly word: string
  readonly found: string
  readonly remedy: string
  readonly pointer?: string
  /** How many words explain the member's values. */
  readonly words?: number
}

/** @param json what to add to the resource's file */
export function adding(resource: string, json: string): string {
  return `Add ${json} to resources/${resource}.json of the contract.`
}
