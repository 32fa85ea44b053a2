// A sample of what can be mutated: some lines of each file, the same in each run.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Every so-manieth line of the files, as ranges that Stryker takes. @param files paths, or folders with `/*.ts` behind them */
export function linesOf(files, every) {
  return files.flatMap(inFolder).flatMap((file, place) => {
    const count = readFileSync(file, 'utf8').split('\n').length
    // Another one first in each file, so that what begins files is not left out of all of them.
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
