// Reads the paths and their operations.
import { isObject, type Json, type JsonObject } from '../../../base/json.ts'
import { child, type Place } from '../source/source-file.ts'
import type { Build } from '../state/build.ts'
import { operationFrom, type Surroundings } from './operation.ts'

const methods: ReadonlySet<string> = new Set([
  ...['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'],
  'query',
])

export function pathsFrom(
  build: Build,
  root: JsonObject,
  main: Place,
  schemes: ReadonlySet<string>,
): JsonObject {
  const place = child(main, 'paths')
  if (root.paths === undefined) {
    const only =
      root.webhooks === undefined ? '' : ': the document has only webhooks, and webhooks are not checked'
    build.mistake(place, `there are no paths, so there is no operation to check${only}`)
    return {}
  }
  const usable = build
    .entries(root.paths, place)
    .filter(([path]) => !path.startsWith('x-') && isUsable(build, path, child(place, path)))
  remarkTwins(build, usable, place)
  const operationIds = new Map<string, string>()
  return Object.fromEntries(
    usable.flatMap(([path, item]): [string, Json][] => {
      const made = pathItem(build, item, child(place, path), { path, schemes, operationIds })
      return made === null ? [] : [[path, made]]
    }),
  )
}

function isUsable(build: Build, path: string, place: Place): boolean {
  if (!path.startsWith('/')) {
    build.mistake(place, 'a path must begin with one slash')
    return false
  }
  const wrong = path.startsWith('//')
    ? 'a path must begin with one slash'
    : /[?#\\\s\p{Cc}]/u.test(path)
      ? 'a path must not contain a query, a fragment or blanks'
      : null
  if (wrong !== null) build.remark(place, `the operations of this path are not checked: ${wrong}`)
  return wrong === null
}

function remarkTwins(build: Build, paths: readonly (readonly [string, Json])[], place: Place): void {
  const shapes = new Map<string, string>()
  for (const [path] of paths) {
    const shape = path.replace(/\{[^{}]*\}/g, '{}')
    const other = shapes.get(shape)
    if (other !== undefined)
      build.remark(
        child(place, path),
        `${path} and ${other} differ only in the names of parameters: a request cannot distinguish them`,
      )
    shapes.set(shape, path)
  }
}

type Path = Pick<Surroundings, 'path' | 'schemes' | 'operationIds'>

function pathItem(build: Build, item: Json, place: Place, path: Path): JsonObject | null {
  const own = isObject(item) ? item : {}
  return build.inlined(null, item, place, (value, standing) => {
    // OpenAPI does not define which member wins. Here, the path item wins over its $ref.
    const placeOf = (name: string): Place => child(Object.hasOwn(own, name) ? place : standing, name)
    const { $ref: _, ...members } = { ...value, ...own }
    const shared = { value: members.parameters, place: placeOf('parameters') }
    const servers = { value: members.servers, place: placeOf('servers') }
    if (members.additionalOperations !== undefined)
      build.remark(placeOf('additionalOperations'), 'operations with unknown methods are not checked')
    return Object.fromEntries(
      build.entries(members, standing).flatMap(([method, operation]): [string, Json][] => {
        if (!methods.has(method)) return []
        const here = placeOf(method)
        const made = build.object(operation, here)
        return made === null ? [] : [[method, operationFrom(build, made, here, { ...path, shared, servers })]]
      }),
    )
  })
}
