// Makes a contract from an OpenAPI document.
import type { Json } from '../base/json.ts'
import type { Contract, DocumentFacts, Question } from '../contract/index.ts'

export interface ContractFromDocument {
  /** Value for the `contract` option of `conformance`, `verifyContract` and `conformanceTests`. */
  readonly contract: Contract
  /** Facts that the document does not state. The files of a folder can state them. */
  readonly questions: readonly Question[]
  /** Parts of the document that were left out, each with its location. */
  readonly remarks: DocumentFacts['remarks']
}

/**
 * @param document parsed JSON of OpenAPI 2.0, 3.0, 3.1 or 3.2; or the file path or address of a document
 * @param options.location of a parsed document: file path or address, the base of its relative references
 * @param options.only ids of clauses, or their beginnings: a document of more than 300 operations is restricted to theirs
 * @throws ConfigurationError with all errors of the document
 */
export async function contractFrom(
  document: object | string,
  options: { readonly location?: string; readonly only?: readonly string[] } = {},
): Promise<ContractFromDocument> {
  const { contractAt, contractFrom: made } = await import('../openapi/import/index.ts')
  const contract = await (typeof document === 'string'
    ? contractAt(document, null, options.only)
    : made(document as Json, options))
  const { questions, remarks } = contract.openapi ?? { questions: [], remarks: [] }
  return { contract, questions, remarks }
}
