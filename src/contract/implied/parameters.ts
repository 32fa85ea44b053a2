// Derives the clauses of the keywords of parameters.
import { isObject, type Json } from '../../base/json.ts'
import type { Clause } from '../clause.ts'
import type { Operation, Parameter } from '../contract.ts'
import { isJudged, parameterPrefix } from '../parameters.ts'
import { parameterInWords } from '../rules/index.ts'
import { withClauses } from './keywords.ts'

interface Claused {
  readonly parameters: readonly Parameter[]
  readonly clauses: readonly Clause[]
}

export function withParameterClauses(operation: Operation): Claused {
  const clauses: Clause[] = []
  const parameters = operation.parameters.map((parameter) => {
    if (!isJudged(parameter) || !isVaried(parameter) || operation.refusals.invalid === null) return parameter
    const made = withClauses(parameter.schema, operation, 'request', {
      prefix: parameterPrefix(parameter),
      inWords: parameterInWords(parameter),
      isJudged: isVisibleAsText,
    })
    clauses.push(...made.clauses)
    return { ...parameter, schema: made.schema }
  })
  return { parameters, clauses }
}

// Members of an object have several spellings in a query.
const isVaried = ({ schema }: Parameter): boolean => ![schema.type].flat().includes('object')

/** Every text is a string, and an array of one. */
function isVisibleAsText(keyword: string, schema: Json): boolean {
  if (keyword !== 'type' || !isObject(schema)) return true
  return [schema.type].flat().every((type) => ['integer', 'number', 'boolean'].includes(String(type)))
}
