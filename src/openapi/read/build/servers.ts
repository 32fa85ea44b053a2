// Reads the addresses of the API. Variables get their default values.
import { isObject, type Json, type JsonObject } from '../../../base/json.ts'
import { child, type Place } from '../source/source-file.ts'
import type { Build } from '../state/build.ts'

export function rootServers(build: Build, root: JsonObject, main: Place): readonly Json[] {
  return build.dialect === '2.0'
    ? swaggerServers(root)
    : serversFrom(build, root.servers, child(main, 'servers'))
}

export function serversFrom(build: Build, value: Json | undefined, place: Place): readonly Json[] {
  return build.list(value, place).flatMap((server, index): JsonObject[] => {
    if (!isObject(server) || typeof server.url !== 'string') {
      build.remark(child(place, index), 'the server has no "url": it is left out')
      return []
    }
    return [build.from({ url: filledIn(server.url, server.variables) }, child(place, index))]
  })
}

function filledIn(url: string, variables: Json | undefined): string {
  return url.replace(/\{([^{}]*)\}/g, (part, name: string) => {
    const variable = isObject(variables) && Object.hasOwn(variables, name) ? variables[name] : undefined
    return isObject(variable) && variable.default !== undefined ? String(variable.default) : part
  })
}

function swaggerServers({ host, basePath, schemes }: JsonObject): readonly Json[] {
  const path = typeof basePath === 'string' ? basePath : ''
  if (typeof host !== 'string') return path === '' ? [] : [{ url: path }]
  const known = (Array.isArray(schemes) ? schemes : []).filter((one) => one === 'http' || one === 'https')
  return (known.length === 0 ? ['https'] : known).map((scheme) => ({ url: `${scheme}://${host}${path}` }))
}
