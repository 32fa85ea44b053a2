// The observed profile: what a run saw of what the specification leaves open, declared.
import type { OpenPointAnswer } from '../base/event.ts'
import { isObject, type Json } from '../base/json.ts'
import type { Contract, OpenPointKind } from '../contract/index.ts'
import { declaring } from './declared.ts'
import type { Profile } from './profile.ts'
import { profileValidator } from './profile-schema.ts'

/**
 * `profile` with every answer that a run observed. What was seen stands before what was declared; what was not seen,
 * or is none that a profile can declare, stays as declared.
 */
export function observedProfile(
  profile: Profile,
  answers: readonly OpenPointAnswer[],
  contract: Contract,
): Profile {
  const validate = profileValidator(contract)
  // Where the schema lies depends on the place of the file.
  const { $schema: _, ...declared } = profile as Profile & { readonly $schema?: string }
  let observed: Profile = { ...declared, name: profile.name === 'none' ? 'observed' : profile.name }
  // Answers with a key of their own stand first.
  const points = [...contract.openPoints].sort(
    (a, b) => Number(a.declaredAt === null) - Number(b.declaredAt === null),
  )
  for (const { id, kind, declaredAt } of points) {
    const seen = answers.find((answer) => answer.id === id)?.observed?.map(({ value }) => value) ?? []
    // What has no key of its own is written as it was seen: one value, or all of them.
    const answer = declaredAt !== null ? answerOf(kind, seen) : seen.length > 1 ? seen : seen[0]
    if (answer === undefined) continue
    const next = declaring(observed, declaredAt ?? `/openPoints/${id}`, answer)
    if (validate(next)) observed = next
  }
  return observed
}

/** What the values that were seen declare, if anything. */
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
    // Some without a JSON body: no one shape holds for all.
    case 'schema':
      return seen.length === 1 ? seen.filter(isObject)[0] : undefined
    // What is seen of them are names.
    case 'credentials':
      return undefined
    default:
      return seen.length === 1 ? seen[0] : undefined
  }
}
