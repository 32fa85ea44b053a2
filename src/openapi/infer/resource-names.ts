// Names a resource after the last literal segments of its path.
import type { Draft } from './draft.ts'
import { isPrefix, type Segment } from './facts/path.ts'
import { kebabOf } from './facts/words.ts'

export function resourceNames(drafts: readonly Draft[]): ReadonlyMap<Draft, string> {
  const names = new Map<Draft, string>()
  const taken = new Set<string>()
  for (const draft of [...drafts].sort(byImportance)) {
    const name = uniqueName(candidates(draft), taken)
    taken.add(name)
    names.set(draft, name)
  }
  return names
}

function byImportance(a: Draft, b: Draft): number {
  return (
    weight(b) - weight(a) || segmentsOf(a).length - segmentsOf(b).length || (pathOf(a) < pathOf(b) ? -1 : 1)
  )
}

const weight = ({ life }: Draft): number => Number(life.has('create')) + Number(life.has('read'))

const segmentsOf = ({ collection, item }: Draft): readonly Segment[] =>
  collection?.segments ?? item?.segments.slice(0, -1) ?? []

const pathOf = ({ collection, item }: Draft): string => (collection ?? item)?.key ?? ''

/** For example "things" and "parents-things". */
function candidates(draft: Draft): readonly string[] {
  const literals = segmentsOf(draft).flatMap((one) => (one.kind === 'literal' ? [one.text] : []))
  const before = [...literals.slice(0, -1)].reverse()
  const ordered = [...before.filter((text) => !isPrefix(text)), ...before.filter(isPrefix)]
  return ['', ...ordered].map((_, count) =>
    kebabOf([...ordered.slice(0, count).reverse(), draft.thing].join('-')),
  )
}

export function uniqueName(names: readonly string[], taken: { has(name: string): boolean }): string {
  const usable = names.filter((name) => name !== '')
  const free = usable.find((name) => !taken.has(name))
  if (free !== undefined) return free
  const last = usable.at(-1) ?? 'unnamed'
  for (let number = 2; ; number += 1) if (!taken.has(`${last}-${number}`)) return `${last}-${number}`
}
