// A word that an author may add to a contract, with the reason.
export interface Advice {
  /** The word of the contract. */
  readonly word: string
  readonly found: string
  /** One step, as a sentence. */
  readonly remedy: string
  /** The member, if it is about the values of one. */
  readonly pointer?: string
  /** How many words explain the member's values; 0 if none does. */
  readonly words?: number
}

/** @param json what to add to the resource's file */
export function adding(resource: string, json: string): string {
  return `Add ${json} to resources/${resource}.json of the contract.`
}
