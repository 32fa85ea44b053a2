// Makes a contract from an OpenAPI document. Other folders import only this file.
import { ConfigurationError } from '../../base/error.ts'
import type { Json } from '../../base/json.ts'
import {
  type Contract,
  type ContractFolders,
  contractIn,
  type DocumentFacts,
  type SourceFiles,
} from '../../contract/index.ts'
import { infer } from '../infer/index.ts'
import { documentOf, type OpenApiDocument, readDocument } from '../read/index.ts'
import { fitted } from './fitting.ts'
import { contractOver } from './folder.ts'
import { sourcesFrom } from './sources.ts'

export interface ImportOptions {
  /** File path or address; the base of relative references. */
  readonly location?: string
}

/** @throws ConfigurationError with all errors of the document */
export async function contractFrom(document: Json, options: ImportOptions = {}): Promise<Contract> {
  return imported(await documentOf(document, options)).contract
}

/**
 * @param location file path or address
 * @param folder its files override the document; null for no folder
 * @throws ConfigurationError with all errors of the document or the folder
 */
export async function contractAt(location: string, folder: string | null = null): Promise<Contract> {
  const { contract, sources, facts } = await importedFrom(location)
  if (folder === null) return contract
  return Object.freeze({ ...contractOver(sources, contractIn(folder)), openapi: facts })
}

export interface Imported {
  readonly contract: Contract
  readonly sources: SourceFiles
  readonly facts: DocumentFacts
}

/** @throws ConfigurationError with all errors of the document */
export async function importedFrom(location: string): Promise<Imported> {
  return imported(await readDocument(location))
}

const remarksShown = 5

function imported(document: OpenApiDocument): Imported {
  const location = document.location ?? 'the document'
  const inference = infer(document)
  if (inference.operations.length === 0)
    throw new ConfigurationError(
      `${location} has no operation that can be checked.`,
      document.remarks.slice(0, remarksShown).map(({ pointer, message }) => `${pointer}: ${message}`),
    )
  const folders: ContractFolders = { location, schemas: null, suites: null }
  const { contract, sources, remarks } = fitted(sourcesFrom(document, inference), folders)
  const questions = inference.questions.map((one) => ({ ...one, pointer: document.sourceOf(one.pointer) }))
  const facts = { location, questions, remarks: [...document.remarks, ...remarks] }
  return { contract: Object.freeze({ ...contract, openapi: facts }), sources, facts }
}
