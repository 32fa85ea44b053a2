// Parameters of operations: their styles, fixed values and clause names.
import type { Json } from '../base/json.ts'
import { uriEncoded } from '../base/uri.ts'
import type { Contract, Operation, Parameter } from './contract.ts'
import { kebab } from './kebab.ts'

/** Styles by location. The first style is the default (OpenAPI 3.1, section 4.8.12.3). */
export const styles = {
  path: ['simple'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
} as const satisfies Record<Parameter['in'], readonly string[]>

/** OpenAPI ignores parameters with these names (OpenAPI 3.1, section 4.8.12.2). */
export const isOwnHeader = ({ in: place, name }: { readonly in: string; readonly name: string }): boolean =>
  place === 'header' && ['accept', 'content-type', 'authorization'].includes(name.toLowerCase())

/** Path parameters and parameters with a fixed value or `required: null` have no clauses. */
export function isJudged({ in: place, required, value }: Parameter): boolean {
  return place !== 'path' && required !== null && value === undefined
}

/** Returns the start of a clause name, for example "query-limit". */
export function parameterPrefix({ in: place, name }: Pick<Parameter, 'in' | 'name'>): string {
  return `${place}-${kebab(name)}`
}

export function parameterOfClause({ parameters }: Operation, name: string): Parameter | undefined {
  const found = parameters.filter((one) => isJudged(one) && name.startsWith(`${parameterPrefix(one)}-`))
  // The longest prefix wins: "query-limit-max-maximum" belongs to limit-max, not to limit.
  return found.sort((one, other) => parameterPrefix(other).length - parameterPrefix(one).length)[0]
}

export function filledPath(path: string, values: ReadonlyMap<string, Json>): string {
  return path.replace(/\{([^{}]*)\}/g, (part, name: string) => {
    const value = values.get(name)
    return value === undefined ? part : uriEncoded(String(value))
  })
}

/**
 * Fills fixed values into paths, and removes the filled parameters.
 * @param values values by name of the path parameter
 */
export function withPathParameters(contract: Contract, values: Readonly<Record<string, Json>>): Contract {
  const given = new Map(Object.entries(values))
  if (given.size === 0) return contract
  const isGiven = (one: Parameter): boolean => one.in === 'path' && given.has(one.name)
  const operations = [...contract.operations].map(([name, operation]): [string, Operation] => {
    const { path, parameters, idParameter } = operation
    const made = {
      ...operation,
      path: filledPath(path, given),
      parameters: parameters.filter((one) => !isGiven(one)),
      idParameter: idParameter !== null && isGiven(idParameter) ? null : idParameter,
    }
    return [name, made]
  })
  return { ...contract, operations: new Map(operations) }
}
