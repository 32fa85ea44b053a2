// Loads a module of a contract's folder. The build bundles those of the shipped contract, because each file costs time
// at start.
import { pathToFileURL } from 'node:url'

/** Throws the error of the loader. */
export async function loadedModule(file: string): Promise<{ readonly default?: unknown }> {
  return (await import(pathToFileURL(file).href)) as { readonly default?: unknown }
}
