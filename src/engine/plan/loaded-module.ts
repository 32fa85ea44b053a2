// Loads a module of a contract's folder. The build bundles shipped modules to start faster.
import { pathToFileURL } from 'node:url'

export async function loadedModule(file: string): Promise<{ readonly default?: unknown }> {
  return (await import(pathToFileURL(file).href)) as { readonly default?: unknown }
}
