// Makes wrong response bodies, either with a changed value or with a violation of a clause.
import fc from 'fast-check'
import { isObject, type Json, type JsonObject, tokenOf } from '../base/json.ts'
import { clausesOf, type Operation, type Resource, type Schema } from '../contract/index.ts'
import { type Broken, violationsOf } from '../generate/index.ts'
import { shapeJudge } from '../oracle/index.ts'
import { propertiesOf } from './response-body.ts'
import { otherThan } from './value.ts'

/** Changes one member. Changes the name of the resource only if no other member can change. */
export function withOtherValue(
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

/** @param onlyThis true if the body must not violate other clauses */
export function violatingBody(
  body: Json,
  { wholeResponse: response }: Operation,
  clause: string,
  { onlyThis }: { readonly onlyThis: boolean },
): Json | null {
  if (response === null) return null
  const judge = shapeJudge(response)
  const breaks = (value: Json): boolean => {
    const broken = judge(value).flatMap((one) => (one.problem === null ? [] : one.clause))
    return broken.includes(clause) && (!onlyThis || broken.length === 1)
  }
  const isOwn = ({ schema, keyword }: Pick<Broken, 'schema' | 'keyword'>): boolean =>
    isObject(schema) && clausesOf(schema as Json)[keyword] === clause
  const classes = violationsOf(response, isOwn, { base: body })
  for (const { arbitrary } of classes)
    for (const value of fc.sample(arbitrary, { seed: 1, numRuns: 5 })) if (breaks(value)) return value
  return null
}
