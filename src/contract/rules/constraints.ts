// Built-in rules about constraints between members, and about references to other resources.

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
    statement: () => 'The tenant rejects a body that breaks a constraint between its members.',
    each: (operation, resource) =>
      constraintsIn(operation, resource).map((one) => ({
        id: constraintClause(one),
        statement: `The tenant returns ${statuses(one.refusal ?? operation.refusals.invalid, refusal)} for a body ${violationInWords(one)}, and accepts a body without this violation.`,
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
    statement: () => 'The tenant rejects a body that refers to a resource that does not exist.',
    each: (operation, resource) =>
      referencesIn(operation, resource).map((pointer) => ({
        id: referenceClause(pointer),
        statement: `The tenant returns a 4xx status for a body in which ${dotted(pointer)} is not the id of an existing resource (${resource.references.get(pointer)}).`,
        part: '',
      })),
  },
]
