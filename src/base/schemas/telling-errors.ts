// Chooses the errors that explain a mistake if a value matches none of several alternatives of a
// schema.
import type { ErrorObject } from './ajv.ts'

const composed: readonly string[] = ['anyOf', 'oneOf']
/**
 * Leaves out errors of these keywords, because another error (of the pattern or of the branch) reports the
 * cause.
 */
const silent: readonly string[] = ['propertyNames', 'if']

export function tellingErrors(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  let left = errors.filter(({ keyword }) => !silent.includes(keyword))
  // Handles inner choices first, because an outer choice uses their result.
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
 * Returns the errors of the alternative that the author probably meant. Prefers errors about inner values,
 * because the type of that alternative is right. If all alternatives have another type, returns one error
 * with all valid types.
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
