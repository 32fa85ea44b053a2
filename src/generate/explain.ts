// What can be reached: for every keyword at every place whether instances lie on both of its sides, and if not, why.
import { Carriers } from './break/carrier.ts'
import { constraintsOf } from './break/constraint.ts'
import { Edits } from './break/edit.ts'
import { accepted, refused, waysOf } from './break/focused.ts'
import { probesOf } from './break/probe.ts'
import { Generator } from './draw/generator.ts'
import type { GenerateOptions } from './options.ts'
import type { Annotation } from './schema/schema-set.ts'
import { type Broken, labelOf } from './violation.ts'

/** What is known of one keyword at one place. */
export interface Reach extends Broken {
  /** `pointer` with `*` for any element and for any member that is not named. */
  readonly place: string
  /** Whether a valid instance was found that has a value at the place. */
  readonly satisfied: boolean
  /** Whether an instance was found that is refused because of the keyword there. */
  readonly violated: boolean
  /** Where a side is out of reach: why. */
  readonly why: string | null
}

/** What a schema says, and what of it can be tried. */
export interface Explanation {
  /** Whether anything satisfies the schema. */
  readonly satisfiable: boolean
  readonly constraints: readonly Reach[]
  /** Keywords without a meaning here. */
  readonly annotations: readonly Annotation[]
}

/**
 * For every constraining keyword at every place, whether both sides of it can be reached, and why not; and the keywords
 * that say nothing. @throws GenerateError for a malformed schema.
 */
export function explain(schema: object | boolean, options: GenerateOptions = {}): Explanation {
  const generator = new Generator(schema, { ...options, hostile: false, extras: false })
  const base = options.base ?? generator.simplest()
  const carriers = base === null ? null : new Carriers(generator, base)
  const breaking = new Edits(true, (constraint) => waysOf(generator, constraint))
  const having = new Edits(false, () => null)
  const constraints = constraintsOf(generator.planner, base ?? undefined).map((constraint): Reach => {
    const violated = refused(generator, constraint, breaking, carriers, base ?? undefined, true) !== null
    const satisfied =
      carriers !== null &&
      base !== null &&
      (constraint.naming !== null || accepted(generator, constraint, having, carriers, base, true) !== null)
    const open = probesOf(generator.planner, constraint).some((probe) => !probe.valid)
    const reasons = [
      ...(satisfied ? [] : ['no valid instance was found that has this place']),
      ...(violated ? [] : [open ? 'what it refuses is refused, or needed, elsewhere' : 'it refuses nothing']),
    ]
    const why = reasons.length === 0 ? null : reasons.join('; ')
    return { ...labelOf(generator.set, constraint), place: constraint.place, satisfied, violated, why }
  })
  return { satisfiable: base !== null, constraints, annotations: generator.set.unknown }
}
