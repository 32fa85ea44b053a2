// Turns the owners of a complete branch into rows and groups (JSON Schema Core, section 11).

import { type Branch, type Group, namePatterns, type Owner } from '../branch/branch.ts'
import { type Demand, opposite } from '../branch/demand.ts'
import * as effect from '../branch/effect.ts'
import { everyKind, kinds } from '../value/kind.ts'
import type { NameSource } from './negate.ts'

/** Handles inner owners first, because outer owners count what inner owners evaluate. */
export function finish(branch: Branch, names: NameSource): Branch {
  for (const owner of branch.owners.toReversed()) {
    if (owner.of === 'items') finishItems(branch, owner)
    else finishProperties(branch, owner, names)
  }
  return branch
}

function finishItems(branch: Branch, owner: Owner): void {
  const rows = branch.rows.filter((each) => each.owners.includes(owner))
  const covered = Math.max(0, ...rows.map((each) => (each.coversRest ? Infinity : each.prefix.length)))
  if (owner.broken) {
    if (covered === Infinity) effect.only(everyKind & ~kinds.array)(branch)
    else breakElement(branch, owner, covered)
    return
  }
  if (covered === Infinity) return
  const prefix: (Demand | null)[] = Array(covered).fill(null)
  if (typeof owner.exempt === 'number') {
    while (prefix.length < owner.exempt) prefix.push(owner.demand)
    prefix[owner.exempt] = null
  }
  const unless = branch.contains.filter((each) => each.owners.includes(owner)).map((each) => each.demand)
  effect.row({ prefix, rest: owner.demand, coversRest: true, unless, owners: owner.outer })(branch)
}

function breakElement(branch: Branch, owner: Owner, index: number): void {
  effect.only(kinds.array)(branch)
  effect.element(index, opposite(owner.demand))(branch)
  // The element must not satisfy `contains`, which would evaluate the element.
  for (const each of branch.contains.filter((entry) => entry.owners.includes(owner))) {
    effect.element(index, opposite(each.demand))(branch)
  }
}

function finishProperties(branch: Branch, owner: Owner, names: NameSource): void {
  const groups = branch.groups.filter((each) => each.owners.includes(owner))
  if (groups.some((each) => each.coversAdditional)) {
    if (owner.broken) effect.only(everyKind & ~kinds.object)(branch)
    return
  }
  const known = groups.flatMap((each) => [...each.properties.keys()])
  const patterns = groups.flatMap((each) => each.patterns.map(([source]) => source))
  if (owner.broken) {
    const [name] = names.find({
      demands: branch.names.map((each) => each.demand),
      patterns: namePatterns(branch),
      notPatterns: patterns,
      excluded: [...known, ...branch.absent],
    })
    if (name === undefined) effect.only(0)(branch)
    else {
      effect.only(kinds.object)(branch)
      effect.member(name, opposite(owner.demand))(branch)
    }
    return
  }
  const group: Group = {
    properties: new Map(known.map((name) => [name, null])),
    patterns: patterns.map((source) => [source, null] as const),
    additional: owner.demand,
    coversAdditional: true,
    exempt: typeof owner.exempt === 'string' ? { source: null, name: owner.exempt } : null,
    owners: owner.outer,
  }
  effect.group(group)(branch)
}
