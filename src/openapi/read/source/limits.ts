// Bounds of documents, several times the greatest of 2,639 public ones (docs/decisions/0031-openapi-documents.md).

export const limits = {
  fileBytesMax: 67_108_864,
  yamlBytesMax: 25_165_824,
  allBytesMax: 134_217_728,
  filesMax: 1_000,
  depthMax: 200,
  /** Repeated by YAML aliases. */
  valuesMax: 3_000_000,
  /** YAML takes more memory and time than JSON. */
  yamlValuesMax: 1_000_000,
  /** Of a member's name. */
  nameMax: 4_000,
  aliasesMax: 10_000,
  referencesMax: 500_000,
  operationsMax: 60_000,
  /** Of an operation of 2.0. */
  mediaTypesMax: 50,
  /** Of the normalised document. */
  madeMax: 5_000_000,
  circlesMax: 1_000,
  mistakesShown: 100,
  messagesMax: 20_000,
  messageCharactersMax: 1_000,
  timeoutMs: 30_000,
  redirectsMax: 5,
} as const
