// Makes a contract from an OpenAPI document. Other folders import only this file.
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
import { fitted, nothingLeft } from './fitting.ts'
import { contractOver } from './folder.ts'
import { selectedFrom } from './selection.ts'
import { sourcesFrom } from './sources.ts'

export interface ImportOptions {
  /** Path or address of the document, the base of its relative references. */
  readonly location?: string
  /** Ids of clauses, or their beginnings. For a large document, only the resources they need are imported. */
  readonly only?: readonly string[] | undefined
}

/** @throws ConfigurationError with all errors of the document */
export async function contractFrom(document: Json, options: ImportOptions = {}): Promise<Contract> {
  return imported(await documentOf(document, options), options.only ?? []).contract
}

/**
 * @param folder files that override the document, or null
 * @param only as in `ImportOptions`; null imports the complete document
 * @throws ConfigurationError with all errors of the document or the folder
 */
export async function contractAt(
  location: string,
  folder: string | null = null,
  only: readonly string[] | null = [],
): Promise<Contract> {
  if (folder === null) return imported(await readDocument(location), only).contract
  const { sources, facts } = await importedFrom(location)
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

/** @param only as in `ImportOptions`; null imports the complete document */
function imported(document: OpenApiDocument, only: readonly string[] | null = null): Imported {
  const location = document.location ?? 'the document'
  const whole = infer(document)
  const inference = only === null ? whole : selectedFrom(whole, document, only)
  if (inference.operations.length === 0) throw nothingLeft(location, document.remarks)
  const folders: ContractFolders = { location, schemas: null, suites: null }
  const { contract, sources, remarks } = fitted(sourcesFrom(document, inference), folders)
  const questions = inference.questions.map((one) => ({ ...one, pointer: document.sourceOf(one.pointer) }))
  const facts = { location, questions, remarks: [...document.remarks, ...remarks] }
  return { contract: Object.freeze({ ...contract, openapi: facts }), sources, facts }
}
