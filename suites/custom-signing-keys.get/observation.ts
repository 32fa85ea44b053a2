// Builds observations of keys, and the names of keys in messages.
import type { JsonObject, Observation, Problem } from '../../src/suite.ts'

export const observed = (
  clause: string,
  members: readonly string[],
  isSound: boolean,
  problem: Problem,
): Observation => ({
  clause,
  problem: isSound ? null : problem,
  pointers: members.map((member) => `/${member}`),
})

export function titleOf(key: JsonObject): string {
  return key.kid === undefined ? 'a key without kid' : `key ${String(key.kid)}`
}

export const capital = (text: string): string => text.replace(/^./, (first) => first.toUpperCase())
