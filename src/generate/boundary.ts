// Boundaries: for every constraint the values at, just inside and just outside of it, deterministic and labelled.
import type { Json } from '../base/json.ts'
import { simplest } from './arbitrary/simplest.ts'
import { type Constraint, constraintsOf } from './break/constraint.ts'
import { accepted, refused, waysOf } from './break/focused.ts'
import { type Probe, probesOf, type Side, wayOf } from './break/probe.ts'
import type { Ways } from './conjunction/negate.ts'
import { Generator } from './draw/generator.ts'
import { GenerateError } from './generate-error.ts'
import type { GenerateOptions } from './options.ts'
import { type Broken, labelOf } from './violation.ts'

/** A value on one side of one keyword's bound at one place. */
export interface BoundaryItem extends Broken {
  readonly value: Json
  /** `pointer` with `*` for any element and for any member that is not named. */
  readonly place: string
  /** `at`: on the bound itself; `inside`: nearest to it among what satisfies; `outside`: what does not. */
  readonly side: Side
  /** Whether the schema accepts the value. */
  readonly valid: boolean
}

/**
 * The values on both sides of every constraining keyword at every place of `schema`. Each value is `base` (or the
 * simplest valid instance) changed in one place, wherever that is possible. Sides that no instance has are missing.
 * @throws GenerateError for a malformed schema, for one that nothing satisfies, and for a `base` that it refuses.
 */
export function boundary(schema: object | boolean, options: GenerateOptions = {}): readonly BoundaryItem[] {
  const generator = new Generator(schema, { ...options, hostile: false, extras: false })
  const base = options.base ?? simplest(generator.valid())
  if (!generator.validator.accepts(base)) throw new GenerateError('The schema refuses the base instance', '')
  const seen = new Set<string>()
  const ids = new Map<object, number>()
  return constraintsOf(generator.planner, base).flatMap((constraint) => {
    ids.set(constraint.schema, ids.get(constraint.schema) ?? ids.size)
    return probesOf(generator.set, constraint).flatMap((probe) => {
      const value = probedValue(generator, constraint, probe, base)
      if (value === undefined) return []
      const { pointer, keyword, property } = constraint
      const key = JSON.stringify([pointer, keyword, property, ids.get(constraint.schema), probe.side, value])
      if (seen.has(key)) return []
      seen.add(key)
      return [
        { ...labelOf(constraint), place: constraint.place, value, side: probe.side, valid: probe.valid },
      ]
    })
  })
}

function probedValue(
  generator: Generator,
  constraint: Constraint,
  probe: Probe,
  base: Json,
): Json | undefined {
  const attempts: readonly (Ways | null)[] = probe.generic
    ? [waysOf(generator, constraint)]
    : probe.attempts.map((effects) => {
        const way = wayOf(effects)
        return () => [way]
      })
  for (const ways of attempts) {
    const found = probe.valid
      ? accepted(generator, constraint, ways, base)
      : refused(generator, constraint, ways, base)
    if (found !== null) return simplest(found)
  }
  return undefined
}
