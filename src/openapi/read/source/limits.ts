// Limits for documents, several times the maximum of 2,639 public documents
// (docs/decisions/0031-openapi-documents.md).

export const limits = {
  fileBytesMax: 67_108_864,
  yamlBytesMax: 25_165_824,
  allBytesMax: 134_217_728,
  filesMax: 1_000,
  depthMax: 200,
  /** Counts values that YAML aliases repeat. */
  valuesMax: 3_000_000,
  /** Lower, because YAML needs more memory and time than JSON. */
  yamlValuesMax: 1_000_000,
  /** Characters of a member's name. */
  nameMax: 4_000,
  aliasesMax: 10_000,
  referencesMax: 500_000,
  operationsMax: 60_000,
  /** For one operation of OpenAPI 2.0. */
  mediaTypesMax: 50,
  /** Values of the normalised document. */
  madeMax: 5_000_000,
  circlesMax: 1_000,
  mistakesShown: 100,
  messagesMax: 20_000,
  messageCharactersMax: 1_000,
  timeoutMs: 30_000,
  redirectsMax: 5,
} as const
