// All applicators, in the order in which they add their demands.
import type { Applicator } from './applicator.ts'
import { combinations } from './combination.ts'
import { conditions, dependencies } from './condition.ts'
import { content } from './content.ts'
import { contains, items } from './elements.ts'
import { members, names } from './members.ts'
import { references } from './reference.ts'
import { unevaluated } from './unevaluated-keyword.ts'

export const applicators: readonly Applicator[] = [
  content,
  references,
  combinations,
  conditions,
  dependencies,
  items,
  contains,
  members,
  names,
  unevaluated,
]

const byKeyword = new Map(
  applicators.flatMap((each) => each.keywords.map((keyword) => [keyword, each] as const)),
)
const composed = new Set(applicators.flatMap((each) => each.composed))

export function applicatorOf(keyword: string): Applicator | undefined {
  return byKeyword.get(keyword)
}

export function isComposed(keyword: string): boolean {
  return composed.has(keyword)
}
