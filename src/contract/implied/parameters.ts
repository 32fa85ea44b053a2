// Derives clauses from the keywords of parameters.
import type { Clause } from '../clause.ts'
import type { Operation, Parameter } from '../contract.ts'
import { isJudged, parameterPrefix } from '../parameters.ts'
import { parameterInWords } from '../rules/index.ts'
import { withClauses } from './keywords.ts'
import { isVisibleAsText } from './text-keywords.ts'

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

// Excludes objects, because a URL can encode an object in several ways.
const isVaried = ({ schema }: Parameter): boolean => ![schema.type].flat().includes('object')
