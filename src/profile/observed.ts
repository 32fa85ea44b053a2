// Writes observed answers into a profile.
import type { OpenPointAnswer } from '../base/event.ts'
import { isObject, type Json } from '../base/json.ts'
import type { Contract, OpenPointKind } from '../contract/index.ts'
import { declaring } from './declared.ts'
import type { Profile } from './profile.ts'
import { profileValidator } from './profile-schema.ts'

export function observedProfile(
  profile: Profile,
  answers: readonly OpenPointAnswer[],
  contract: Contract,
): Profile {
  // Omits `$schema`, which can be a path relative to the file of the given profile.
  const { $schema: _, ...declared } = profile as Profile & { readonly $schema?: string }
  let observed: Profile = { ...declared, name: profile.name === 'none' ? 'observed' : profile.name }
  const points = [...contract.openPoints].sort(
    (a, b) => Number(a.declaredAt === null) - Number(b.declaredAt === null),
  )
  for (const { id, kind, declaredAt } of points) {
    const seen = answers.find((answer) => answer.id === id)?.observed?.map(({ value }) => value) ?? []
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
    // One schema cannot describe several observed shapes.
    case 'schema':
      return seen.length === 1 ? seen.filter(isObject)[0] : undefined
    // An observation contains only the names of credentials, so it cannot declare their values.
    case 'credentials':
      return undefined
    default:
      return seen.length === 1 ? seen[0] : undefined
  }
}
