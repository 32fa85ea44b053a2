// A word (setting) that an author may add to a contract, with the reason.
export interface Advice {
  readonly word: string
  readonly found: string
  readonly remedy: string
  readonly pointer?: string
  /** Number of words that explain the member's values. */
  readonly words?: number
}

/** @param json the addition to the resource's file */
export function adding(resource: string, json: string): string {
  return `Add ${json} to resources/${resource}.json of the contract.`
}
