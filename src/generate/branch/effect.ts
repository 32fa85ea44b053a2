// An effect adds one constraint to a branch.
import { equal, isObject, type Json } from '../../base/json.ts'
import { kindOf } from '../value/kind.ts'
import type { Contains, Content, Group, Row, Test } from './branch.ts'
import type { Demand, Effect } from './demand.ts'

export function only(kindBits: number): Effect {
  return (branch) => {
    branch.kinds &= kindBits
  }
}

export function choices(values: readonly Json[]): Effect {
  return (branch) => {
    const known = branch.choices
    branch.choices =
      known === null ? values : known.filter((each) => values.some((value) => equal(value, each)))
  }
}

export function exclude(values: readonly Json[]): Effect {
  return (branch) => {
    if (branch.choices === null) {
      const added = values.filter((value) => (kindOf(value) & branch.kinds) !== 0 && !isEmpty(value))
      if (values.some((value) => Array.isArray(value) && isEmpty(value))) raise('minItems', 1)(branch)
      if (values.some((value) => isObject(value) && isEmpty(value))) raise('minProperties', 1)(branch)
      if (added.length > 0) branch.excluded = [...branch.excluded, ...added]
      return
    }
    const left = branch.choices.filter((each) => !values.some((value) => equal(value, each)))
    if (left.length < branch.choices.length) branch.choices = left
  }
}

function isEmpty(value: Json): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

export function atLeast(value: number, exclusive: boolean): Effect {
  return (branch) => {
    if (value < branch.min || (value === branch.min && !exclusive)) return
    branch.min = value
    branch.minExclusive = exclusive
  }
}

export function atMost(value: number, exclusive: boolean): Effect {
  return (branch) => {
    if (value > branch.max || (value === branch.max && !exclusive)) return
    branch.max = value
    branch.maxExclusive = exclusive
  }
}

type Minimum = 'minLength' | 'minItems' | 'minProperties'
type Maximum = 'maxLength' | 'maxItems' | 'maxProperties'

export function raise(name: Minimum, value: number): Effect {
  return (branch) => {
    branch[name] = Math.max(branch[name], Math.ceil(value))
  }
}

export function lowerMaximum(name: Maximum, value: number): Effect {
  return (branch) => {
    branch[name] = Math.min(branch[name], Math.floor(value))
  }
}

type TextList = 'patterns' | 'notPatterns' | 'formats' | 'notFormats' | 'required' | 'absent'

export function add(list: TextList, ...entries: readonly string[]): Effect {
  return (branch) => {
    const added = entries.filter((entry) => !branch[list].includes(entry))
    if (added.length > 0) branch[list] = [...branch[list], ...new Set(added)]
  }
}

export function divisible(list: 'multiples' | 'notMultiples', divisor: number): Effect {
  return (branch) => {
    if (!branch[list].includes(divisor)) branch[list] = [...branch[list], divisor]
  }
}

export function set(flag: 'unique' | 'repeated'): Effect {
  return (branch) => {
    branch[flag] = true
  }
}

export function test(entry: Test): Effect {
  return (branch) => {
    if (!branch.tests.some((each) => each.key === entry.key)) branch.tests = [...branch.tests, entry]
  }
}

export function content(entry: Content): Effect {
  return (branch) => {
    branch.content ??= entry
  }
}

export function row(entry: Row): Effect {
  return (branch) => {
    branch.rows = [...branch.rows, entry]
  }
}

export function element(index: number, demand: Demand): Effect {
  const prefix = [...Array<null>(index).fill(null), demand]
  return (branch) => {
    raise('minItems', index + 1)(branch)
    row({ prefix, rest: null, coversRest: false, owners: [] })(branch)
  }
}

export function contains(entry: Contains): Effect {
  return (branch) => {
    branch.contains = [...branch.contains, entry]
  }
}

export function group(entry: Group): Effect {
  return (branch) => {
    branch.groups = [...branch.groups, entry]
  }
}

export function member(name: string, demand: Demand): Effect {
  return (branch) => {
    add('required', name)(branch)
    group({
      properties: new Map([[name, demand]]),
      patterns: [],
      additional: null,
      coversAdditional: false,
      exempt: null,
      owners: [],
    })(branch)
  }
}

export function names(demand: Demand, exempt: string | null): Effect {
  return (branch) => {
    branch.names = [...branch.names, { demand, exempt }]
  }
}
