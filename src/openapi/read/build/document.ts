// Makes the normalised document from the parts that the tool reads.
import { at, isObject, type Json, type JsonObject } from '../../../base/json.ts'
import { withoutCircles } from '../schemas/circles.ts'
import { schemaFrom } from '../schemas/schema.ts'
import { child, type Place } from '../source/source-file.ts'
import type { Build } from '../state/build.ts'
import { defined } from '../state/members.ts'
import { pathsFrom } from './paths.ts'
import { requirementsFrom, schemesFrom } from './security.ts'
import { rootServers } from './servers.ts'

export function rootFrom(build: Build, root: JsonObject, main: Place): JsonObject {
  const info = isObject(root.info) ? root.info : {}
  const schemes = schemesFrom(build, root, main)
  const names = new Set(Object.keys(schemes))
  const security = requirementsFrom(build, root.security, child(main, 'security'), names)
  const paths = pathsFrom(build, root, main, names)
  return defined({
    openapi: '3.1.0',
    info: defined({ title: info.title, version: info.version }),
    servers: rootServers(build, root, main),
    security,
    paths,
    components: { schemas: schemasOf(build), securitySchemes: schemes },
  })
}

/** A schema can refer to further schemas. */
function schemasOf(build: Build): JsonObject {
  const schemas: [string, Json][] = []
  for (let next = build.names.next(); next !== undefined; next = build.names.next()) {
    const { file, pointer } = next.place
    schemas.push([next.name, schemaFrom(build, at(file.value, pointer) ?? {}, next.place)])
  }
  return withoutCircles(build, Object.fromEntries(schemas))
}
