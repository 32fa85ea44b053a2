// Rules about constraints between members, and references.

import { dotted } from '../../base/json.ts'
import { kebab } from '../kebab.ts'
import type { Pointer } from '../schema.ts'
import { constraintClause, violationInWords } from '../values/constraint.ts'
import { constraintsIn, referencesIn, refusal, refuses, statuses } from './condition.ts'
import type { Rule } from './rule.ts'

export const referenceClause = (pointer: Pointer): string => `constraint-${kebab(pointer)}-exists`

export const rulesOfConstraints: readonly Rule[] = [
  {
    name: 'constraint',
    level: 'MUST',
    holdsFor: (operation, resource) =>
      refuses(operation, 'invalid') && constraintsIn(operation, resource).length > 0,
    statement: () => 'A body that breaks a constraint between its members is refused.',
    each: (operation, resource) =>
      constraintsIn(operation, resource).map((one) => ({
        id: constraintClause(one),
        statement: `A body ${violationInWords(one)} is refused with ${statuses(one.refusal ?? operation.refusals.invalid, refusal)}; any other is accepted.`,
        part: '',
      })),
  },
  {
    name: 'reference-exists',
    level: 'MUST',
    holdsFor: (operation, resource, { resources }) =>
      refuses(operation, 'invalid') &&
      referencesIn(operation, resource).some(
        (pointer) => resources.get(resource.references.get(pointer) ?? '')?.life.create !== undefined,
      ),
    statement: () => 'A body that refers to something that does not exist is refused.',
    each: (operation, resource) =>
      referencesIn(operation, resource).map((pointer) => ({
        id: referenceClause(pointer),
        statement: `A body whose ${dotted(pointer)} names none of ${resource.references.get(pointer)} is refused with a 4xx status.`,
        part: '',
      })),
  },
]
