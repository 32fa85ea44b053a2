// A module of a contract's folder, by its place. In the build those of the contract that ships lie in one file: each by itself costs time at every start.
import { pathToFileURL } from 'node:url'

/** What a module exports. Throws what its loading throws. */
export async function loadedModule(file: string): Promise<{ readonly default?: unknown }> {
  return (await import(pathToFileURL(file).href)) as { readonly default?: unknown }
}
