// Advice for the author of a contract: a setting (`word`) to add, and the reason for it (`found`).
export interface Advice {
  readonly word: string
  readonly found: string
  readonly remedy: string
  readonly pointer?: string
  /** The number of settings that the values of the member need. */
  readonly words?: number
}

/** @param json the text to add to the resource's file */
export function adding(resource: string, json: string): string {
  return `Add ${json} to resources/${resource}.json of the contract.`
}
