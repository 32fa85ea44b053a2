// Explains which part makes a conjunction unsatisfiable.
import { isObject } from '../../base/json.ts'
import { elementDemands, memberDemands } from '../branch/branch.ts'
import { type Conjunction, conjunction } from '../branch/demand.ts'
import { GenerateError } from '../generate-error.ts'
import { isSchemaObject } from '../schema/schema.ts'
import { child } from '../value/pointer.ts'
import type { Planner } from './planner.ts'

const levelsMax = 8

export function unsatisfiable(planner: Planner, demands: Conjunction, pointer = ''): GenerateError {
  const deepest = blame(planner, demands, pointer, levelsMax)
  const schemas = deepest.demands
    .map((demand) => demand.node.schema)
    .filter((schema) => !isSchemaObject(schema) || isObject(schema))
    .map((schema) => clipped(JSON.stringify(schema)))
  const asked = [...new Set(schemas)].slice(0, 3).join(' with ')
  const pointers = deepest.demands.map((demand) => planner.set.pointerOf(demand.node.schema))
  const schemaPointers = [...new Set(pointers)]
  if (planner.isUndecided(deepest.demands)) {
    const message = `No text was found for ${asked}, because its patterns are too complex: give texts with the option overrides`
    return new GenerateError(message, deepest.pointer, { givenUp: true, schemaPointers })
  }
  const failure = { givenUp: planner.gaveUp, schemaPointers }
  return new GenerateError(
    planner.gaveUp
      ? `No value was found for ${asked}, because it has too many alternatives: give a value with the option overrides`
      : `Nothing satisfies the schema: ${asked} cannot be met by a finite value`,
    deepest.pointer,
    failure,
  )
}

function blame(
  planner: Planner,
  demands: Conjunction,
  pointer: string,
  levels: number,
): { pointer: string; demands: Conjunction } {
  const here = { pointer, demands }
  if (levels === 0) return here
  for (const branch of planner.branches(demands)) {
    for (const name of branch.required) {
      const value = conjunction(memberDemands(branch, name))
      if (planner.depthOf(value) === Infinity) return blame(planner, value, child(pointer, name), levels - 1)
    }
    for (let index = 0; index < Math.min(branch.minItems, 20); index++) {
      const value = conjunction(elementDemands(branch, index))
      if (planner.depthOf(value) === Infinity) return blame(planner, value, child(pointer, index), levels - 1)
    }
  }
  return here
}

function clipped(text: string): string {
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}
