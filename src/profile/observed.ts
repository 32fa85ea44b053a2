// Turns observed answers into a profile.
import type { OpenPointAnswer } from '../base/event.ts'
import { isObject, type Json } from '../base/json.ts'
import type { Contract, OpenPointKind } from '../contract/index.ts'
import { declaring } from './declared.ts'
import type { Profile } from './profile.ts'
import { profileValidator } from './profile-schema.ts'

/** Keeps a declaration if no valid answer was observed. */
export function observedProfile(
  profile: Profile,
  answers: readonly OpenPointAnswer[],
  contract: Contract,
): Profile {
  // Drops `$schema`, because its path depends on the file's location.
  const { $schema: _, ...declared } = profile as Profile & { readonly $schema?: string }
  let observed: Profile = { ...declared, name: profile.name === 'none' ? 'observed' : profile.name }
  // Points with their own key come first.
  const points = [...contract.openPoints].sort(
    (a, b) => Number(a.declaredAt === null) - Number(b.declaredAt === null),
  )
  for (const { id, kind, declaredAt } of points) {
    const seen = answers.find((answer) => answer.id === id)?.observed?.map(({ value }) => value) ?? []
    // Without its own key, a point may have a list of values.
    const answer = declaredAt !== null ? answerOf(kind, seen) : seen.length > 1 ? seen : seen[0]
    if (answer === undefined) continue
    const next = declaring(observed, declaredAt ?? `/openPoints/${id}`, answer)
    if (profileValidator(contract)(next)) observed = next
  }
  return observed
}

function answerOf(kind: OpenPointKind, seen: readonly Json[]): Json | undefined {
  const texts = seen.filter((value) => typeof value === 'string')
  const numbers = seen.filter((value) => typeof value === 'number')
  switch (kind) {
    case 'property-name':
      return texts[0]
    case 'allowed-values':
      return texts.length > 0 ? texts : undefined
    case 'success-status':
    case 'refusal-status':
      return numbers.length > 0 ? numbers.sort((a, b) => a - b) : undefined
    case 'default-of':
      return seen[0]
    // Several shapes: some responses had no JSON body.
    case 'schema':
      return seen.length === 1 ? seen.filter(isObject)[0] : undefined
    // Observations contain only the names of credentials.
    case 'credentials':
      return undefined
    default:
      return seen.length === 1 ? seen[0] : undefined
  }
}
