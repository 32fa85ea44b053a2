// The layout of an object: its members and the demands on them.
import type * as fc from 'fast-check'
import { type Branch, extraDemands, memberDemands } from '../branch/branch.ts'
import { type Conjunction, conjunction } from '../branch/demand.ts'
import type { Possible } from './array-layout.ts'

interface Member {
  readonly name: string
  readonly value: Conjunction
}

interface Extra {
  readonly names: fc.Arbitrary<string>
  readonly value: Conjunction
}

export interface ObjectLayout {
  readonly required: readonly Member[]
  readonly optional: readonly Member[]
  readonly extras: readonly Extra[]
  readonly min: number
  readonly max: number
}

export interface NameService {
  allowed(branch: Branch, name: string): boolean
  few(branch: Branch): readonly string[] | null
  drawn(
    branch: Branch,
    found: readonly string[],
    missing: readonly string[],
    known: readonly string[],
  ): fc.Arbitrary<string> | null
}

export function objectPossible(branch: Branch, names: NameService, possible: Possible): boolean {
  if (requiredOf(branch, names, possible) === null) return false
  return (
    branch.required.length >= branch.minProperties || objectLayout(branch, names, possible, true) !== null
  )
}

export function objectLayout(
  branch: Branch,
  names: NameService,
  possible: Possible,
  spare: boolean,
): ObjectLayout | null {
  const required = requiredOf(branch, names, possible)
  if (required === null) return null
  const { minProperties: min, maxProperties: max } = branch
  if (!spare && required.length >= min) return { required, optional: [], extras: [], min, max }
  const few = names.few(branch)
  const known = new Set([
    ...branch.required,
    ...branch.groups.flatMap((group) => [...group.properties.keys()]),
    ...(few ?? []),
  ])
  const optional: Member[] = []
  for (const name of known) {
    if (branch.required.includes(name) || branch.absent.includes(name)) continue
    const member = memberOf(branch, name)
    if (names.allowed(branch, name) && possible(member.value)) optional.push(member)
  }
  const full = required.length >= max || few !== null
  const extras = full ? [] : extrasOf(branch, names, possible, [...known, ...branch.absent])
  if (required.length + optional.length < min && extras.length === 0) return null
  return { required, optional, extras, min, max }
}

function requiredOf(branch: Branch, names: NameService, possible: Possible): readonly Member[] | null {
  if (branch.required.length > branch.maxProperties) return null
  const required: Member[] = []
  for (const name of branch.required) {
    const member = memberOf(branch, name)
    if (branch.absent.includes(name) || !names.allowed(branch, name) || !possible(member.value)) return null
    required.push(member)
  }
  return required
}

function memberOf(branch: Branch, name: string): Member {
  return { name, value: conjunction(memberDemands(branch, name)) }
}

function extrasOf(
  branch: Branch,
  names: NameService,
  possible: Possible,
  known: readonly string[],
): readonly Extra[] {
  const sources = [...new Set(branch.groups.flatMap((group) => group.patterns.map(([source]) => source)))]
  const extras: Extra[] = []
  for (const found of subsets(sources)) {
    const value = conjunction(extraDemands(branch, found))
    if (!possible(value)) continue
    const missing = sources.filter((source) => !found.includes(source))
    const drawn = names.drawn(branch, found, missing, known)
    if (drawn !== null) extras.push({ names: drawn, value })
  }
  return extras
}

function subsets(sources: readonly string[]): string[][] {
  const sets: string[][] = [[]]
  for (const source of sources) {
    for (const set of [...sets]) if (set.length < 2 || sources.length <= 4) sets.push([...set, source])
  }
  return sets.sort((a, b) => a.length - b.length).slice(0, 40)
}
