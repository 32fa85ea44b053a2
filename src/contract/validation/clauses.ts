// Checks that each clause has a check, and that schemas contain only known clauses.
import { isObject, type Json } from '../../base/json.ts'
import { didYouMeanOrKnown } from '../../base/text/nearest.ts'
import type { Contract } from '../contract.ts'
import { successSchemas } from '../documented-response.ts'
import type { Problems } from '../problems.ts'
import { clausesOf, eachSchema, openPropertyOf, subschemas } from '../schema.ts'

const watched: readonly string[] = ['accepts', 'no-server-error', 'response-json']

export function checkClauses(contract: Contract, fileOf: (path: string) => string, problems: Problems): void {
  const byKeyword = new Set<string>()
  for (const operation of contract.operations.values())
    for (const root of [
      operation.request,
      ...successSchemas(operation),
      ...operation.parameters.map(({ schema }) => schema),
    ])
      eachSchema(root, (schema) => {
        for (const id of Object.values(clausesOf(schema))) byKeyword.add(id)
      })
  if (contract.folders.suites === null)
    for (const { id, name, law, operation, unobservable } of contract.clauses.values())
      if (law === null && unobservable === null && !byKeyword.has(id) && !watched.includes(name))
        problems.add(
          fileOf(`operations/${operation}.json`),
          '/clauses',
          `the clause ${id} has no check. Do one of these: give the clause a "law", name the clause in "x-clauses" of a keyword, or write a suite`,
        )
  const points = contract.openPoints.map(({ id }) => id)
  const properties = contract.openPoints.filter(({ kind }) => kind === 'property-name').map(({ id }) => id)
  for (const { name, request, response, responses, parameters } of contract.operations.values()) {
    const file = fileOf(`operations/${name}.json`)
    const known = [...contract.clauses.values()].filter((clause) => clause.operation === name)
    const tell = (place: string, message: string): void => problems.add(file, place, message)
    const visit = (schema: Json, place: string): void => {
      if (!isObject(schema)) return
      for (const [keyword, id] of Object.entries(clausesOf(schema))) {
        if (contract.clauses.has(id)) continue
        const short = id.slice(name.length + 1)
        const hint = didYouMeanOrKnown(
          short,
          known.map((clause) => clause.name),
        )
        tell(`${place}/x-clauses/${keyword}`, `"${short}" is not a clause of ${name}: ${hint}`)
      }
      const open = openPropertyOf(schema)
      if (open !== null && !properties.includes(open.point))
        tell(
          `${place}/x-open-property/point`,
          `"${open.point}" is not an open point of kind property-name in schemas/open-points.json: ${didYouMeanOrKnown(open.point, properties)}`,
        )
      if (open !== null) visit(open.schema, `${place}/x-open-property/schema`)
      const notShown = schema['x-not-shown']
      if (isObject(notShown))
        for (const [keyword, id] of Object.entries(notShown))
          if (!points.includes(String(id)))
            tell(
              `${place}/x-not-shown/${keyword}`,
              `"${String(id)}" is not an open point of schemas/open-points.json: ${didYouMeanOrKnown(String(id), points)}`,
            )
      for (const [keyword, inner] of subschemas(schema)) visit(inner, `${place}/${keyword}`)
    }
    visit(request, '/request')
    visit(response, '/response')
    for (const { status, schema } of responses) visit(schema, `/responses/${status}/schema`)
    for (const [index, { schema }] of parameters.entries()) visit(schema, `/parameters/${index}/schema`)
  }
}
