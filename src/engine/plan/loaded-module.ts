// Loads a module of a contract. To start faster, the build bundles the modules of the shipped contract.
import { pathToFileURL } from 'node:url'

export async function loadedModule(file: string): Promise<{ readonly default?: unknown }> {
  return (await import(pathToFileURL(file).href)) as { readonly default?: unknown }
}
