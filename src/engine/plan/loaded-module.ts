// Loads a module from the folder of a contract. The build bundles the modules of the shipped contract,
// so that the program starts faster.
import { pathToFileURL } from 'node:url'

export async function loadedModule(file: string): Promise<{ readonly default?: unknown }> {
  return (await import(pathToFileURL(file).href)) as { readonly default?: unknown }
}
