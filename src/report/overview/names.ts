// Gives each report a short and unique name.
import { basename, dirname, relative, resolve, sep } from 'node:path'
import { ConfigurationError } from '../../base/error.ts'
import { uriEncoded } from '../../base/uri.ts'

/** @throws ConfigurationError if a file is given twice */
export function namesOf(files: readonly string[]): readonly string[] {
  const paths = files.map(partsOf)
  const whole = paths.map((path) => path.join('/'))
  const twice = whole.findIndex((path, index) => whole.indexOf(path) < index)
  if (twice >= 0) throw new ConfigurationError(`${files[twice]} is given twice: give each report once.`)
  return paths.map((path) => {
    for (let length = 1; length < path.length; length += 1) {
      const name = path.slice(-length).join('/')
      if (paths.filter((other) => other.slice(-length).join('/') === name).length === 1) return name
    }
    return path.join('/')
  })
}

function partsOf(file: string): readonly string[] {
  const path = resolve(file)
  const named = basename(path) === 'report.json' ? dirname(path) : path.replace(/\.json$/, '')
  return named.split(sep).filter((part) => part !== '')
}

/** Encodes folder names, because their characters could break the link. */
export function linkTo(file: string, fromFolder: string): string {
  return relative(resolve(fromFolder), resolve(file)).split(sep).map(uriEncoded).join('/')
}
