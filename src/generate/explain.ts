// Reports, for each constraint, whether valid and violating values can be generated.
import { Carriers } from './break/carrier.ts'
import { constraintsOf } from './break/constraint.ts'
import { Edits } from './break/edit-cache.ts'
import { satisfying, violating, waysOf } from './break/instance.ts'
import { probesOf } from './break/probe.ts'
import { Generator } from './draw/generator.ts'
import type { GenerateOptions } from './options.ts'
import type { Annotation } from './schema/schema-index.ts'
import { type Broken, labelOf } from './violation.ts'

export interface Reach extends Broken {
  /**
   * JSON pointer in which `*` stands for any element, or for any member without its own name in the
   * schema.
   */
  readonly place: string
  /** True if a valid instance can contain the value. */
  readonly satisfied: boolean
  /** True if an instance can violate the keyword. */
  readonly violated: boolean
  /** The reason if `satisfied` or `violated` is false. Null if both are true. */
  readonly why: string | null
}

export interface Explanation {
  readonly satisfiable: boolean
  readonly constraints: readonly Reach[]
  readonly annotations: readonly Annotation[]
}

/**
 * Reports which constraints can be satisfied and violated, with reasons, and lists unknown keywords.
 * @throws GenerateError for a malformed schema
 */
export function explain(schema: object | boolean, options: GenerateOptions = {}): Explanation {
  const generator = new Generator(schema, { ...options, hostile: false, extras: false })
  const base = options.base ?? generator.simplest()
  const carriers = base === null ? null : new Carriers(generator, base)
  const breaking = new Edits(true, (constraint) => waysOf(generator, constraint))
  const having = new Edits(false, () => null)
  const constraints = constraintsOf(generator.planner, base ?? undefined).map((constraint): Reach => {
    const violated = violating(generator, constraint, breaking, carriers, base ?? undefined, true) !== null
    const satisfied =
      carriers !== null &&
      base !== null &&
      (constraint.naming !== null || satisfying(generator, constraint, having, carriers, base, true) !== null)
    const open = probesOf(generator.planner, constraint).some((probe) => !probe.valid)
    const reasons = [
      ...(satisfied ? [] : ['no valid instance with this location was found']),
      ...(violated
        ? []
        : [
            open
              ? 'other keywords refuse, or require, every value that this keyword refuses'
              : 'this keyword refuses no value',
          ]),
    ]
    const why = reasons.length === 0 ? null : reasons.join('; ')
    return { ...labelOf(generator.set, constraint), place: constraint.place, satisfied, violated, why }
  })
  return { satisfiable: base !== null, constraints, annotations: generator.set.unknown }
}
