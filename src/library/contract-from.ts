// Makes a contract from an OpenAPI document.
import type { Json } from '../base/json.ts'
import type { Contract, DocumentFacts, Question } from '../contract/index.ts'

export interface ContractFromDocument {
  /**
   * The contract. Use it as the `contract` option of `conformance`, `verifyContract` and `conformanceTests`.
   */
  readonly contract: Contract
  /** Questions that the document does not answer. The files of a contract folder can answer them. */
  readonly questions: readonly Question[]
  /** The parts of the document that the contract omits, each with its location. */
  readonly remarks: DocumentFacts['remarks']
}

/**
 * @param document the parsed JSON of an OpenAPI 2.0, 3.0, 3.1 or 3.2 document, or the path or address of a
 * document
 * @param options.location path or address of a parsed document, which is the base of its relative references
 * @param options.only ids of clauses, or beginnings of ids. If a document has more than 300 operations, the
 * contract contains only the resources that these clauses need
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
