// Selects a sample of the code to mutate. It consists of some lines of each file, and is the same in each
// run.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Returns every n-th line of the files as ranges for Stryker.
 * @param files paths, or folders followed by `/*.ts`
 */
export function linesOf(files, every) {
  return files.flatMap(inFolder).flatMap((file, place) => {
    const count = readFileSync(file, 'utf8').split('\n').length
    // Starts at a different line in each file. Otherwise the sample would never contain lines at the
    // beginning of files.
    const first = 1 + ((place * 7) % every)
    return Array.from(
      { length: Math.ceil((count - first) / every) },
      (_, index) => first + index * every,
    ).map((line) => `${file}:${line}-${line}`)
  })
}

function inFolder(path) {
  if (!path.endsWith('/*.ts')) return [path]
  const folder = dirname(path)
  return readdirSync(folder)
    .filter((file) => /(?<!\.test|\.testing)\.ts$/.test(file))
    .sort()
    .map((file) => join(folder, file))
}
