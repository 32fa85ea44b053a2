// Limits for documents: several times the largest values in 2,639 public documents (decision 0031).

export const limits = {
  fileBytesMax: 67_108_864,
  yamlBytesMax: 25_165_824,
  allBytesMax: 134_217_728,
  filesMax: 1_000,
  depthMax: 200,
  /** Includes the values that aliases of YAML repeat. */
  valuesMax: 3_000_000,
  /** Lower than the limit for JSON, because YAML needs more memory and time. */
  yamlValuesMax: 1_000_000,
  /** Characters in the name of a member. */
  nameMax: 4_000,
  aliasesMax: 10_000,
  referencesMax: 500_000,
  operationsMax: 60_000,
  /** The media types of one operation in OpenAPI 2.0. */
  mediaTypesMax: 50,
  /** Values in the normalised document. */
  madeMax: 5_000_000,
  circlesMax: 1_000,
  mistakesShown: 100,
  messagesMax: 20_000,
  messageCharactersMax: 1_000,
  downloadTimeoutMs: 30_000,
  redirectsMax: 5,
} as const
