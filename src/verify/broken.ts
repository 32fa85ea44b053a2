// Broken bodies: a response with another value in one place, or one that breaks one clause of its schema.
import fc from 'fast-check'
import { isObject, type Json, type JsonObject, tokenOf } from '../base/json.ts'
import { clausesOf, type Operation, type Resource, type Schema } from '../contract/index.ts'
import { violations } from '../generate/index.ts'
import { shapeJudge } from '../oracle/index.ts'
import { propertiesOf } from './shown.ts'
import { otherThan } from './value.ts'

/**
 * The body with another value for one of `members`, which the schema allows; the body itself where there is none to change.
 * The name by which the run knows its own is changed where nothing else can be.
 */
export function spoilt(
  body: JsonObject,
  members: readonly string[],
  schema: Schema,
  { nameAt, compare, secret, serverSet, states }: Resource,
): JsonObject {
  const own = (name: string): boolean => {
    const pointer = `/${tokenOf(name)}`
    return (
      compare.get(pointer) === 'ignore' ||
      secret.includes(pointer) ||
      serverSet.has(pointer) ||
      states.has(pointer)
    )
  }
  const named = members.filter((name) => nameAt === `/${tokenOf(name)}`)
  const candidates = [...members.filter((name) => !named.includes(name)), ...named].filter(
    (name) => !own(name),
  )
  for (const name of candidates) {
    const value = body[name]
    const member = propertiesOf(schema).get(name)
    if (value === undefined || value === null || member === undefined) continue
    const other = otherThan(value, member)
    if (other !== undefined) return { ...body, [name]: other }
  }
  return body
}

/**
 * The body of a response, changed in one place so that it breaks the clause; null where it can't be.
 * @param alone whether it may break no other clause besides
 */
export function breaking(
  body: Json,
  { response }: Operation,
  clause: string,
  { alone }: { readonly alone: boolean },
): Json | null {
  if (response === null) return null
  const judge = shapeJudge(response)
  const breaks = (value: Json): boolean => {
    const broken = judge(value).flatMap((one) => (one.problem === null ? [] : one.clause))
    return broken.includes(clause) && (!alone || broken.length === 1)
  }
  const classes = violations(response, { base: body }).filter(
    (one) => isObject(one.schema) && clausesOf(one.schema as Json)[one.keyword] === clause,
  )
  for (const { arbitrary } of classes)
    for (const value of fc.sample(arbitrary, { seed: 1, numRuns: 5 })) if (breaks(value)) return value
  return null
}
