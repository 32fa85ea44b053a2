// If a value matches no alternative of a schema, chooses the errors that explain the mistake.
import type { ErrorObject } from './ajv.ts'

const composed: readonly string[] = ['anyOf', 'oneOf']
/** Errors of these keywords are omitted, because another error reports the cause. */
const silent: readonly string[] = ['propertyNames', 'if']

export function tellingErrors(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  let left = errors.filter(({ keyword }) => !silent.includes(keyword))
  // Inner choices first, because an outer choice uses their result.
  const choices = left
    .filter(({ keyword }) => composed.includes(keyword))
    .toSorted((one, other) => other.instancePath.length - one.instancePath.length)
  for (const choice of choices) {
    const within = left.filter((error) => error !== choice && isWithin(error, choice))
    const chosen = chosenOf(within, choice)
    if (chosen.length > 0)
      left = [...left.filter((error) => error !== choice && !within.includes(error)), ...chosen]
  }
  return left
}

const isWithin = ({ instancePath }: ErrorObject, choice: ErrorObject): boolean =>
  instancePath === choice.instancePath || instancePath.startsWith(`${choice.instancePath}/`)

/**
 * Chooses the alternative with the right type. If all types are wrong, returns one error with all valid
 * types.
 */
function chosenOf(within: readonly ErrorObject[], { instancePath }: ErrorObject): readonly ErrorObject[] {
  const isInside = (error: ErrorObject): boolean =>
    error.instancePath !== instancePath ||
    ['additionalProperties', 'required', 'dependentRequired'].includes(error.keyword) ||
    error.propertyName !== undefined
  const inside = within.filter(isInside)
  if (inside.length > 0) return inside
  const byValue = within.filter(({ keyword }) => keyword !== 'type')
  if (byValue.length > 0) return byValue
  const [first] = within
  if (first === undefined) return []
  const types = within.flatMap(
    ({ params }) => (params as { readonly type?: string | readonly string[] }).type ?? [],
  )
  return [{ ...first, params: { type: [...new Set(types)] } }]
}
