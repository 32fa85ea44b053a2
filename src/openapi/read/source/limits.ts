// Bounds of documents. Each is several times the greatest value of 2,639 public documents (docs/decisions/0031-openapi-documents.md).

export const limits = {
  /** Of one file. */
  fileBytesMax: 67_108_864,
  /** Of all files together. */
  allBytesMax: 134_217_728,
  filesMax: 1_000,
  depthMax: 200,
  /** JSON values, with those that YAML aliases repeat. */
  valuesMax: 10_000_000,
  aliasesMax: 10_000,
  referencesMax: 1_000_000,
  /** Messages that one error lists. */
  mistakesShown: 100,
  timeoutMs: 30_000,
  redirectsMax: 5,
} as const
