// The keyword `pattern`, which can match anywhere in a text.
import type { Effect } from '../branch/demand.ts'
import * as effect from '../branch/effect.ts'
import { stringOf } from '../schema/schema.ts'
import { kinds, numberKinds } from '../value/kind.ts'
import { matches } from '../value/pattern.ts'
import { bothSides, does, type Probe, type Rule } from './rule.ts'

export const pattern: Rule = {
  keyword: 'pattern',
  assertions(schema) {
    const source = stringOf(schema, 'pattern')
    if (source === undefined) return []
    return [{ keyword: 'pattern', holds: (value) => typeof value !== 'string' || matches(source, value) }]
  },
  effects(schema) {
    const source = stringOf(schema, 'pattern')
    return source === undefined ? [] : [effect.add('patterns', source)]
  },
  failing(schema) {
    const source = stringOf(schema, 'pattern')
    if (source === undefined) return []
    return [[], ...around(source)].map((near) => does(...broken(source), ...near))
  },
  probes(schema) {
    const [inside, anywhere] = bothSides(effect.only(kinds.string | numberKinds)) as [Probe, Probe]
    const source = stringOf(schema, 'pattern') ?? ''
    const near = around(source).map(
      (one): Probe => ({ ...anywhere, attempts: [[...broken(source), ...one]] }),
    )
    return [inside, ...near, anywhere]
  },
}

const broken = (source: string): readonly Effect[] => [
  effect.only(kinds.string),
  effect.add('notPatterns', source),
]

/** Adds characters at an end of the text. A validator that ignores `^` or `$` wrongly accepts such texts. */
function around(source: string): readonly (readonly Effect[])[] {
  const start = source.startsWith('^')
  const end = /(?<!\\)(?:\\\\)*\$$/.test(source)
  const inner = source.slice(start ? 1 : 0, end ? -1 : undefined)
  return [...(end ? [`^(?:${inner})[!-~]+$`] : []), ...(start ? [`^[!-~]+(?:${inner})$`] : [])].map(
    (near) => [effect.add('patterns', near)],
  )
}
