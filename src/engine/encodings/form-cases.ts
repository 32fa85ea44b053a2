// Chooses valid and invalid bodies that keep their validity when they are sent as a form.

import { equal, isObject, type Json, type JsonObject, withMember } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { clausesOf, judgedPart, resolvedSchema, type Schema, schemaAt } from '../../contract/index.ts'
import { conforms } from '../../oracle/index.ts'
import type { BaseRequest } from '../checks/base-request.ts'
import { boundaryCases } from '../checks/derived.ts'
import { using } from '../fixture.ts'
import { flatOf, isNested, type Notation, readBack } from '../requests/form.ts'
import type { TestContext } from '../test-context.ts'
import { declaredNotation } from './form-support.ts'

export function formPart(body: Json, notation: Notation | null): Json {
  return notation === null && isObject(body) ? flatOf(body) : body
}

interface Cases {
  readonly inside: readonly JsonObject[]
  readonly outside: readonly JsonObject[]
}

/** Returns the cases that keep their validity as a form, in which, for example, 1 becomes the text "1". */
export const formCasesOf = using(
  [boundaryCases],
  async (context, base: BaseRequest, notation: Notation | null): Promise<Cases> => {
    const { valid } = base
    // A tenant may support only a part of an undeclared notation, so nested members keep their values.
    const isSettled = (body: JsonObject): boolean =>
      notation === null || declaredNotation(context) !== null || holdsNestedAs(valid, body)
    const items = await context.use(boundaryCases, base.operation, base)
    const judged = items.filter(({ schema: node, keyword }) => clausesOf(node as Json)[keyword] !== undefined)
    const outside = [...judged.filter((one) => !one.valid), ...nearTexts(base)].filter(
      ({ value }) => !isObject(value) || isSettled(value),
    )
    const inside = judged.filter(
      (one) => one.side === 'at' && ['minLength', 'maxLength'].includes(one.keyword),
    )
    return {
      inside: ownOf(context, base, inside).flatMap(({ value }) => {
        const body = formPart(value, notation)
        return isObject(body) && isSettled(body) && !equal(body, formPart(valid, notation)) ? [body] : []
      }),
      outside: distinctBodies(base, notation, ownOf(context, base, outside)),
    }
  },
)

function holdsNestedAs(valid: JsonObject, body: JsonObject): boolean {
  return Object.entries(body).every(
    ([member, value]) => !isNested(value) || equal(value, valid[member] ?? null),
  )
}

interface Case {
  readonly place: string
  readonly keyword: string
  readonly property?: string | null
  readonly value: Json
}

/** Creations omit the cases of the update, because the run must remove each created resource. */
function ownOf<C extends Case>(
  context: TestContext,
  { operation, resource }: BaseRequest,
  all: readonly C[],
): readonly C[] {
  const update = context.contract.operations.get(resource.life.update ?? '')
  if (operation.act !== 'create' || update === undefined) return all
  const left = context.cases(all, ({ name }) => name === update.name)
  const schema = resolvedSchema(update.request ?? {}, context.knowledge.schemaAnswers, 'request')
  return all.filter((one) => left.includes(one) || !isJudged(schema, one))
}

function isJudged(schema: Schema, { place, keyword }: Case): boolean {
  const node = schemaAt(schema, place)
  return node !== undefined && clausesOf(node as Json)[keyword] !== undefined
}

/** Keeps one body for each keyword and location, because a form turns all values into texts. */
function distinctBodies(
  base: BaseRequest,
  notation: Notation | null,
  cases: readonly Case[],
): readonly JsonObject[] {
  const known = judgedPart(base.schema)
  const kept = new Map<string, JsonObject>()
  const read = new Set<string>()
  for (const { place, keyword, property, value } of cases) {
    const key = [place, keyword, property].join(' ')
    const body = formPart(value, notation)
    // A form cannot express null.
    if (kept.has(key) || !isObject(body) || jsonText(body).includes('null')) continue
    const asRead = readBack(body, notation)
    if (conforms(known, asRead) || read.has(jsonText(asRead))) continue
    kept.set(key, body)
    read.add(jsonText(asRead))
  }
  return [...kept.values()]
}

function nearTexts({ schema, valid }: BaseRequest): readonly Case[] {
  return Object.keys(valid).flatMap((member) => {
    const { enum: values } = schemaAt(schema, `/${member}`) ?? {}
    const [value] = Array.isArray(values) ? values : []
    if (typeof value !== 'string') return []
    return [value.toUpperCase(), `${value} `].map((text) => ({
      ...{ place: `/${member}`, keyword: 'enum', property: text },
      value: withMember(valid, `/${member}`, text),
    }))
  })
}
