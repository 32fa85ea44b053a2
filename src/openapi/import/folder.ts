// Merges a folder's files over a document that its contract.json names.
import {
  type Contract,
  type ContractFolders,
  contractOf,
  Problems,
  readSources,
  type SourceFiles,
} from '../../contract/index.ts'

/**
 * @param base from the document
 * @throws ConfigurationError with all errors of the folder's files
 */
export function contractOver(
  base: SourceFiles,
  folders: ContractFolders & { readonly schemas: string },
): Contract {
  const problems = new Problems()
  const sources = readSources(folders.schemas, folders.location, false, problems, base)
  return contractOf(sources, folders, false, problems)
}
