// All keywords that apply subschemas, by family, in the order in which they are asserted: the place where one is added.
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

/** The family of a keyword; undefined for one that applies nothing. */
export function applicatorOf(keyword: string): Applicator | undefined {
  return byKeyword.get(keyword)
}

/** Whether an instance fails the keyword as a whole, and not only by what lies within. */
export function isComposed(keyword: string): boolean {
  return composed.has(keyword)
}
