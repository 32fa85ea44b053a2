// Addresses of the API, with the default values of their variables.
import { isObject, type Json, type JsonObject } from '../../../base/json.ts'
import { child, type Place } from '../source/source-file.ts'
import type { Build } from './build.ts'

export function serversFrom(build: Build, root: JsonObject, main: Place): readonly Json[] {
  if (build.dialect === '2.0') return swaggerServers(root)
  return build.list(root.servers, child(main, 'servers')).flatMap((server): JsonObject[] => {
    if (!isObject(server) || typeof server.url !== 'string') return []
    const { variables } = server
    const url = server.url.replace(/\{([^{}]*)\}/g, (part, name: string) => {
      const variable = isObject(variables) && Object.hasOwn(variables, name) ? variables[name] : undefined
      return isObject(variable) && variable.default !== undefined ? String(variable.default) : part
    })
    return [{ url }]
  })
}

function swaggerServers({ host, basePath, schemes }: JsonObject): readonly Json[] {
  const path = typeof basePath === 'string' ? basePath : ''
  if (typeof host !== 'string') return path === '' ? [] : [{ url: path }]
  const [scheme = 'https'] = Array.isArray(schemes) ? schemes : []
  return [{ url: `${String(scheme)}://${host}${path}` }]
}
