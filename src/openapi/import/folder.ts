// A contract folder whose files override the data of its document.
import {
  type Contract,
  type ContractFolders,
  contractOf,
  Problems,
  readSources,
  type SourceFiles,
} from '../../contract/index.ts'

/**
 * @param base the data of the document
 * @throws ConfigurationError with all errors of the folder's files, and with files that no longer fit
 */
export function contractOver(
  base: SourceFiles,
  folders: ContractFolders & { readonly schemas: string },
): Contract {
  const problems = new Problems()
  const sources = readSources(folders.schemas, folders.location, false, problems, base)
  return contractOf(sources, folders, false, problems)
}
