// Bounds of documents. Each is several times the greatest value of 2,639 public documents (docs/decisions/0031-openapi-documents.md).

export const limits = {
  /** Of one file. */
  fileBytesMax: 67_108_864,
  /** YAML takes several times the memory of JSON. */
  yamlBytesMax: 25_165_824,
  /** Of all files together. */
  allBytesMax: 134_217_728,
  filesMax: 1_000,
  depthMax: 200,
  /** JSON values, with those that YAML aliases repeat. */
  valuesMax: 3_000_000,
  /** Characters of a member's name. */
  nameMax: 4_000,
  aliasesMax: 10_000,
  referencesMax: 500_000,
  operationsMax: 60_000,
  /** Of an operation of 2.0. */
  mediaTypesMax: 50,
  /** JSON values of the normalised document, with those that are inlined in several places. */
  madeMax: 5_000_000,
  /** Schemas that contain themselves. */
  circlesMax: 1_000,
  /** Messages that one error lists. */
  mistakesShown: 100,
  /** Mistakes, and remarks, that are collected. */
  messagesMax: 20_000,
  messageCharactersMax: 1_000,
  timeoutMs: 30_000,
  redirectsMax: 5,
} as const
