// The normalised root: what the tool reads of a document, and nothing else.
import { at, isObject, type Json, type JsonObject } from '../../../base/json.ts'
import { child, type Place } from '../source/source-file.ts'
import { type Build, defined } from './build.ts'
import { operationFrom } from './operation.ts'
import { schemaFrom } from './schema.ts'
import { requirementsFrom, schemesFrom } from './security.ts'
import { serversFrom } from './servers.ts'

const methods: readonly string[] = [
  'get',
  'put',
  'post',
  'delete',
  'patch',
  'head',
  'options',
  'trace',
  'query',
]

/** @param main the place of the document itself */
export function rootFrom(build: Build, root: JsonObject, main: Place): JsonObject {
  const info = build.object(root.info ?? {}, child(main, 'info')) ?? {}
  const schemes = schemesFrom(build, root, main)
  const names = new Set(Object.keys(schemes))
  const security = requirementsFrom(build, root.security, child(main, 'security'), names)
  const paths = pathsFrom(build, root, main, names)
  // Making one schema may name others.
  const schemas: [string, Json][] = []
  for (let next = build.names.next(); next !== undefined; next = build.names.next())
    schemas.push([
      next.name,
      schemaFrom(build, at(next.place.file.value, next.place.pointer) ?? {}, next.place),
    ])
  return defined({
    openapi: '3.1.0',
    info: defined({ title: info.title, version: info.version }),
    servers: serversFrom(build, root, main),
    security,
    paths,
    components: { schemas: Object.fromEntries(schemas), securitySchemes: schemes },
  })
}

function pathsFrom(build: Build, root: JsonObject, main: Place, schemes: ReadonlySet<string>): JsonObject {
  const place = child(main, 'paths')
  if (root.paths === undefined) {
    const only =
      root.webhooks === undefined ? '' : ': the document has webhooks only, and they are not checked'
    build.mistake(place, `there are no paths, and so no operation to check${only}`)
    return {}
  }
  const shapes = new Map<string, string>()
  return Object.fromEntries(
    build.entries(root.paths, place).flatMap(([path, item]): [string, Json][] => {
      const here = child(place, path)
      if (!isUsablePath(build, path, here)) return []
      const shape = path.replace(/\{[^{}]*\}/g, '{}')
      const other = shapes.get(shape)
      if (other !== undefined)
        build.remark(
          here,
          `${path} and ${other} differ in the names of parameters only: a request can't tell them apart`,
        )
      shapes.set(shape, path)
      const made = pathItem(build, path, item, here, schemes)
      return made === null ? [] : [[path, made]]
    }),
  )
}

function isUsablePath(build: Build, path: string, place: Place): boolean {
  if (!path.startsWith('/') || path.startsWith('//')) {
    build.mistake(place, 'a path begins with one slash')
    return false
  }
  if (!/[?#\s\\]/.test(path)) return true
  build.remark(place, 'its operations are not checked: a path has no query, no fragment and no blanks')
  return false
}

function pathItem(
  build: Build,
  path: string,
  item: Json,
  place: Place,
  schemes: ReadonlySet<string>,
): JsonObject | null {
  const { $ref: reference, ...beside } = isObject(item) ? item : {}
  const whole = isObject(item) && reference === undefined
  return build.inlined(item, place, (value, standing) => {
    // 3.1 leaves open what stands beside a reference: nothing of it is lost.
    const members = whole ? value : { ...value, ...beside }
    const shared = { value: value.parameters, place: child(standing, 'parameters') }
    const all = build.entries(members, standing).filter(([method]) => methods.includes(method))
    return Object.fromEntries(
      all.flatMap(([method, operation]): [string, Json][] => {
        const here = child(whole || value[method] === operation ? standing : place, method)
        const made = build.object(operation, here)
        return made === null ? [] : [[method, operationFrom(build, made, here, { path, shared, schemes })]]
      }),
    )
  })
}
