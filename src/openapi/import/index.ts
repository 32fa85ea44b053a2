// Makes a contract from an OpenAPI document. Other folders import only this file.
import { ConfigurationError } from '../../base/error.ts'
import type { Json } from '../../base/json.ts'
import type { Contract } from '../../contract/index.ts'
import { infer, type Question } from '../infer/index.ts'
import { documentOf, type OpenApiDocument, type Remark, readDocument } from '../read/index.ts'
import { fitted } from './fitting.ts'
import { sourcesFrom } from './sources.ts'

export { namesDocument } from '../read/index.ts'

export interface ImportedContract {
  readonly contract: Contract
  /** What the document does not say, and a folder can. */
  readonly questions: readonly Question[]
  readonly remarks: readonly Remark[]
}

const remarksShown = 5

export interface ImportOptions {
  /** File path or address of the document; relative references are resolved from it. */
  readonly location?: string
}

/**
 * Makes a contract from a parsed OpenAPI document.
 * @throws ConfigurationError with all mistakes of the document
 */
export async function contractFrom(document: Json, options: ImportOptions = {}): Promise<ImportedContract> {
  return imported(await documentOf(document, options))
}

/**
 * Reads an OpenAPI document from a file or an address, and makes a contract from it.
 * @throws ConfigurationError with all mistakes of the document
 */
export async function contractAt(location: string): Promise<ImportedContract> {
  return imported(await readDocument(location))
}

function imported(document: OpenApiDocument): ImportedContract {
  const inference = infer(document)
  if (inference.operations.length === 0)
    throw new ConfigurationError(
      `${document.location ?? 'The document'} has no operation that can be checked.`,
      document.remarks.slice(0, remarksShown).map(({ pointer, message }) => `${pointer}: ${message}`),
    )
  const folders = { location: document.location ?? 'the document', schemas: null, suites: null }
  const { contract, remarks } = fitted(sourcesFrom(document, inference), folders)
  return { contract, questions: inference.questions, remarks: [...document.remarks, ...remarks] }
}
