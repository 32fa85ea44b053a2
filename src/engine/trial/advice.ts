// A setting (`word`) that the author of a contract may add, and the reason for it (`found`).
export interface Advice {
  readonly word: string
  readonly found: string
  readonly remedy: string
  readonly pointer?: string
  /** The number of settings that are necessary to explain the values of the member. */
  readonly words?: number
}

/** @param json the text to add to the resource's file */
export function adding(resource: string, json: string): string {
  return `Add ${json} to resources/${resource}.json of the contract.`
}
