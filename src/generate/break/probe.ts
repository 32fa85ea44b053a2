// Lists valid and invalid values close to the bound of a constraint.
import { is } from '../branch/demand.ts'
import * as effect from '../branch/effect.ts'
import type { Planner } from '../draw/planner.ts'
import { bothSides, type Probe, sizeProbes } from '../keyword/rule.ts'
import { numberOf, schemaIn } from '../schema/schema.ts'
import { kinds } from '../value/kind.ts'
import type { Constraint } from './constraint.ts'

export function probesOf({ set, rules }: Planner, constraint: Constraint): readonly Probe[] {
  const { keyword, schema, node, property, trigger } = constraint
  const member = property === undefined ? null : { property, ...(trigger === undefined ? {} : { trigger }) }
  const rule = rules.of(keyword)
  if (rule !== undefined) return rule.probes(schema, member)
  const sought = schemaIn(schema.contains)
  if (sought !== undefined && (keyword === 'minContains' || keyword === 'maxContains')) {
    const demand = is(set.sub(node, sought))
    return sizeProbes(numberOf(schema, keyword) ?? 0, keyword === 'minContains' ? 1 : -1, (count) => [
      effect.only(kinds.array),
      effect.contains({ demand, min: count, max: count, owners: [] }),
      effect.raise('minItems', count),
    ])
  }
  return bothSides(...(keyword === 'contains' ? [effect.only(kinds.array)] : []))
}
