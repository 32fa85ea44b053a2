// The keyword `format`, for formats of RFCs and of the caller.
import type * as fc from 'fast-check'
import type { Json } from '../../base/json.ts'
import type { Alternative, Effect } from '../branch/demand.ts'
import * as effect from '../branch/effect.ts'
import { inFormat, isKnownFormat, isNumberFormat, outOfFormat } from '../value/format.ts'
import { kinds, numberKinds } from '../value/kind.ts'
import { matches } from '../value/pattern.ts'
import { type Assertion, bothSides, does, type Rule } from './rule.ts'

export type CustomFormat = RegExp | ((text: string) => boolean) | DescribedFormat

/** Random strings hardly ever match a format, so `values` can make matching strings. */
export interface DescribedFormat {
  readonly accepts: (text: string) => boolean
  readonly values?: fc.Arbitrary<string>
  readonly failing?: fc.Arbitrary<string>
}

export type CustomFormats = Readonly<Record<string, CustomFormat>>

interface Meaning {
  readonly assertion: Assertion
  readonly effects: readonly Effect[]
  readonly failing: readonly Alternative[]
}

export function formatRule(own: CustomFormats): Rule {
  const meaning = (name: string): Meaning => {
    const custom = Object.hasOwn(own, name) ? own[name] : undefined
    return custom === undefined
      ? known(name)
      : custom instanceof RegExp
        ? regular(custom)
        : byPredicate(name, custom)
  }
  return {
    keyword: 'format',
    assertions: (schema) => named(schema.format, (name) => [meaning(name).assertion]),
    effects: (schema) => named(schema.format, (name) => meaning(name).effects),
    failing: (schema) => named(schema.format, (name) => meaning(name).failing),
    probes: () => bothSides(effect.only(kinds.string | numberKinds)),
  }
}

function named<T>(format: unknown, make: (name: string) => readonly T[]): readonly T[] {
  return typeof format === 'string' ? make(format) : []
}

function known(name: string): Meaning {
  const numeric = isNumberFormat(name) ? numberKinds : kinds.string
  return {
    assertion: {
      keyword: 'format',
      holds: (value) => !outOfFormat(name, value),
      surely: (value) => inFormat(name, value),
    },
    effects: [effect.add('formats', name)],
    failing: isKnownFormat(name) ? [does(effect.only(numeric), effect.add('notFormats', name))] : [],
  }
}

function regular(format: RegExp): Meaning {
  if (/[ims]/.test(format.flags)) {
    const pattern = new RegExp(format.source, format.flags.replace(/[gy]/g, ''))
    return byPredicate(format.source, (text) => pattern.test(text))
  }
  const { source } = format
  return {
    assertion: { keyword: 'format', holds: (value) => typeof value !== 'string' || matches(source, value) },
    effects: [effect.add('patterns', source)],
    failing: [does(effect.only(kinds.string), effect.add('notPatterns', source))],
  }
}

function byPredicate(name: string, format: Exclude<CustomFormat, RegExp>): Meaning {
  const described: DescribedFormat = typeof format === 'function' ? { accepts: format } : format
  const holds = (value: Json): boolean => typeof value !== 'string' || described.accepts(value)
  const fails = (value: Json): boolean => !holds(value)
  const key = `format ${JSON.stringify(name)}`
  return {
    assertion: { keyword: 'format', holds },
    effects: [effect.test({ key, holds, values: described.values ?? null })],
    failing: [
      does(
        effect.only(kinds.string),
        effect.test({ key: `no ${key}`, holds: fails, values: described.failing ?? null }),
      ),
    ],
  }
}
