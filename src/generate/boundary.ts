// Finds values on, just inside and just outside the bound of each constraint.
import type { Json } from '../base/json.ts'
import { simplest } from './arbitrary/simplest.ts'
import { Carriers } from './break/carrier.ts'
import { type Constraint, constraintsOf } from './break/constraint.ts'
import { Edits } from './break/edit-cache.ts'
import { satisfying, violating, waysOf } from './break/instance.ts'
import { probesOf } from './break/probe.ts'
import { Generator } from './draw/generator.ts'
import { GenerateError } from './generate-error.ts'
import { does, type Probe, type Side } from './keyword/rule.ts'
import type { GenerateOptions } from './options.ts'
import { type Broken, labelOf } from './violation.ts'

export interface BoundaryItem extends Broken {
  readonly value: Json
  /**
   * JSON pointer in which `*` stands for any element, or for any member without its own name in the
   * schema.
   */
  readonly place: string
  /**
   * `at`: on the bound. `inside`: next to the bound and valid. `outside`: a value that violates the
   * constraint.
   */
  readonly side: Side
  readonly valid: boolean
}

/**
 * Returns valid and invalid values at the bound of each constraint. Equal arguments give equal results. If
 * possible, each value is `base` (or the simplest valid instance) with one change. Omits a side of a bound if
 * no instance exists for it.
 * @throws GenerateError for a malformed or unsatisfiable schema, or if the schema refuses `base`
 */
export function boundary(schema: object | boolean, options: GenerateOptions = {}): readonly BoundaryItem[] {
  const generator = new Generator(schema, { ...options, hostile: false, extras: false })
  const base = options.base ?? generator.base()
  if (!generator.validator.tolerates(base))
    throw new GenerateError('The schema refuses the base instance', '')
  const carriers = new Carriers(generator, base)
  const edits = new ProbeEdits(generator)
  const seen = new Set<string>()
  const ids = new Map<object, number>()
  return constraintsOf(generator.planner, base).flatMap((constraint) => {
    ids.set(constraint.schema, ids.get(constraint.schema) ?? ids.size)
    return edits.probes(constraint).flatMap(({ probe, attempts }) => {
      const value = probedValue(generator, constraint, probe, attempts, carriers, base)
      if (value === undefined) return []
      const { pointer, keyword, property } = constraint
      const key = JSON.stringify([pointer, keyword, property, ids.get(constraint.schema), probe.side, value])
      if (seen.has(key)) return []
      seen.add(key)
      return [
        {
          ...labelOf(generator.set, constraint),
          place: constraint.place,
          value,
          side: probe.side,
          valid: probe.valid,
        },
      ]
    })
  })
}

interface Probing {
  readonly probe: Probe
  readonly attempts: readonly Edits[]
}

class ProbeEdits {
  readonly #generator: Generator
  readonly #known = new Map<string, readonly Probing[]>()

  constructor(generator: Generator) {
    this.#generator = generator
  }

  probes(constraint: Constraint): readonly Probing[] {
    const { node, keyword, property, trigger } = constraint
    const key = JSON.stringify([node.id, keyword, property, trigger])
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const generator = this.#generator
    const made = probesOf(generator.planner, constraint).map((probe): Probing => {
      if (probe.attempts === null)
        return { probe, attempts: [new Edits(!probe.valid, (each) => waysOf(generator, each))] }
      const attempts = probe.attempts.map((effects) => {
        const way = does(...effects)
        return new Edits(!probe.valid, () => () => [way])
      })
      return { probe, attempts }
    })
    this.#known.set(key, made)
    return made
  }
}

function probedValue(
  generator: Generator,
  constraint: Constraint,
  probe: Probe,
  attempts: readonly Edits[],
  carriers: Carriers,
  base: Json,
): Json | undefined {
  for (const edits of attempts) {
    const found = probe.valid
      ? satisfying(generator, constraint, edits, carriers, base, true)
      : violating(generator, constraint, edits, carriers, base, true)
    if (found !== null) return simplest(found)
  }
  return undefined
}
