// Makes a contract from a document and a folder whose files override the document.
import {
  type Contract,
  type ContractFolders,
  contractOf,
  Problems,
  readSources,
  type SourceFiles,
} from '../../contract/index.ts'

/** @throws ConfigurationError with all errors of the files, and with files that do not fit the document */
export function contractOver(
  base: SourceFiles,
  folders: ContractFolders & { readonly schemas: string },
): Contract {
  const problems = new Problems()
  const sources = readSources(folders.schemas, folders.location, false, problems, base)
  return contractOf(sources, folders, false, problems)
}
