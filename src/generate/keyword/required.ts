// The keywords `required` and `dependentRequired`.
import { isObject, type Json } from '../../base/json.ts'
import type { Alternative } from '../branch/demand.ts'
import * as effect from '../branch/effect.ts'
import { isSchemaObject, namesOf, type SchemaObject } from '../schema/schema.ts'
import { kinds } from '../value/kind.ts'
import { bothSides, does, type Probe, type RequiredMember, type Rule } from './rule.ts'

const has = (value: Json, name: string): boolean => !isObject(value) || Object.hasOwn(value, name)

const required: Rule = {
  keyword: 'required',
  assertions: (schema) =>
    namesOf(schema.required).map((property) => ({
      keyword: 'required',
      property,
      holds: (value) => has(value, property),
    })),
  effects: (schema) => [effect.add('required', ...namesOf(schema.required))],
  failing: (schema) =>
    namesOf(schema.required).map((name) => does(effect.only(kinds.object), effect.add('absent', name))),
  probes,
  requiredMembers: (schema) => namesOf(schema.required).map((property) => ({ property })),
}

const dependentRequired: Rule = {
  keyword: 'dependentRequired',
  assertions: (schema) =>
    dependencies(schema).map(({ trigger, property }) => ({
      keyword: 'dependentRequired',
      property,
      holds: (value) => !isObject(value) || !Object.hasOwn(value, trigger) || Object.hasOwn(value, property),
    })),
  effects: () => [],
  failing: (schema) =>
    dependencies(schema)
      .filter(({ trigger, property }) => trigger !== property)
      .map(({ trigger, property }): Alternative => {
        const present = effect.add('required', trigger)
        return does(effect.only(kinds.object), present, effect.add('absent', property))
      }),
  probes,
  requiredMembers: dependencies,
}

export const requirements: readonly Rule[] = [required, dependentRequired]

function dependencies({ dependentRequired: given }: SchemaObject): Required<RequiredMember>[] {
  if (!isSchemaObject(given)) return []
  return Object.entries(given).flatMap(([trigger, names]) =>
    namesOf(names).map((property) => ({ trigger, property })),
  )
}

function probes(_: SchemaObject, member: RequiredMember | null): readonly Probe[] {
  if (member === null) return bothSides()
  const { property, trigger } = member
  const names = trigger === undefined ? [property] : [trigger, property]
  return bothSides(effect.only(kinds.object), effect.add('required', ...names))
}
