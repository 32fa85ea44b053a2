// Checks parameters in the query, headers and cookies.
import fc from 'fast-check'
import { type Exchange, isSuccessful } from '../../base/exchange.ts'
import type { Json } from '../../base/json.ts'
import { clausesOf, type Operation, type Parameter, parameterOfClause } from '../../contract/index.ts'
import { type Broken, boundary, violations } from '../../generate/index.ts'
import { conforms } from '../../oracle/index.ts'
import {
  isWritable,
  type Overrides,
  usualValue,
  validValues,
  withParameters,
} from '../requests/parameters.ts'
import { invalid, type Request } from '../requests/request.ts'
import type { Check } from '../suite.ts'
import type { TestContext } from '../test-context.ts'
import type { ResourceUnderTest } from '../under-test/index.ts'
import { mustRefuse } from './fixtures/assertions.ts'
import { subjectOf, validRequestOf } from './fixtures/preconditions.ts'

const valuesMax = 3
const drawsMax = 30

export const parameterAccepted: Check = async (context) => {
  const { operation, parameter } = about(context)
  const requests = requestsOf(context, operation)
  const control = await context.call(await requests(new Map()))
  for (const value of acceptableValues(parameter)) {
    const exchange = await context.call(await requests(new Map([[parameter, value]])))
    // A parameter such as `fields=name` may hide the members that identify the resource.
    context.must.accept(isSuccessful(exchange) ? { ...exchange, accepted: true } : exchange, { control })
  }
}

/** Returns only plain values for loosely defined parameters, because a service may refuse other values. */
function acceptableValues(parameter: Parameter): readonly Json[] {
  const { schema } = parameter
  const { type, minimum, pattern, format, enum: values } = schema
  const isText = [type].flat().includes('string')
  if (isText && [pattern, format, values].every((one) => one === undefined)) return [usualValue(parameter)]
  const isNumber = [type].flat().some((one) => one === 'integer' || one === 'number')
  const isOpen = minimum === undefined || schema.maximum === undefined
  if (isNumber && isOpen && values === undefined)
    return distinct([usualValue(parameter), minimum ?? 1]).filter((one) => conforms(schema, one))
  return distinct([usualValue(parameter), ...validValues(parameter)]).slice(0, valuesMax)
}

export const parameterRequired: Check = async (context) => {
  const { operation, parameter } = about(context)
  await refuseEach(context, operation, parameter, [undefined])
}

/** The values break the keyword even if the server converts the text. */
export const parameterKeyword: Check = async (context) => {
  const { operation, parameter } = about(context)
  const { schema } = parameter
  const isOwn = (item: Broken): boolean => clausesOf(item.schema as Json)[item.keyword] === context.clause.id
  const options = { base: usualValue(parameter) }
  const drawn = violations(schema, options).filter(isOwn)
  const values = [
    ...boundary(schema, options).flatMap((item) => (!item.valid && isOwn(item) ? [item.value] : [])),
    ...drawn.flatMap(({ arbitrary }) => fc.sample(arbitrary, { seed: context.seed, numRuns: drawsMax })),
  ].filter((value) => isWritable(parameter, value) && readings(value).every((one) => !conforms(schema, one)))
  const tried = distinct(values).slice(0, valuesMax)
  if (tried.length === 0)
    context.inapplicable(
      'each text that the run tried satisfies the schema after a conversion, for example to a number',
    )
  await refuseEach(context, operation, parameter, tried)
}

async function refuseEach(
  context: TestContext,
  operation: Operation,
  parameter: Parameter,
  values: readonly (Json | undefined)[],
): Promise<void> {
  const requests = requestsOf(context, operation)
  const exchanges: Exchange[] = []
  for (const value of values)
    exchanges.push(await context.call(invalid(await requests(new Map([[parameter, value]])))))
  const control = await context.call(await requests(new Map([[parameter, usualValue(parameter)]])))
  for (const exchange of exchanges) mustRefuse(context, operation, exchange, control, 'invalid')
}

/** Each deletion gets a new resource. Other requests share one. */
function requestsOf(context: TestContext, operation: Operation): (overrides: Overrides) => Promise<Request> {
  let shared: ResourceUnderTest | undefined
  return async (overrides) => {
    const { request, subject } = await validRequestOf(context, operation, shared)
    if (operation.act !== 'delete') shared = subject ?? undefined
    return withParameters(request, operation, overrides)
  }
}

function about(context: TestContext): { readonly operation: Operation; readonly parameter: Parameter } {
  const { operation } = subjectOf(context)
  const parameter = parameterOfClause(operation, context.clause.name)
  if (parameter === undefined) throw new Error(`${context.clause.id} names no parameter`)
  return { operation, parameter }
}

/** Returns the values to which a server may convert the text, for example `1` to a number or true. */
function readings(value: Json): readonly Json[] {
  if (!Array.isArray(value)) return plainReadings(value)
  const texts = value.map((one: Json) => String(one))
  return [texts, texts.map((text) => plainReadings(text).at(-1) ?? text), texts.join(',').split(',')]
}

function plainReadings(value: Json): readonly Json[] {
  const text = String(value)
  const number = text.trim() === '' ? Number.NaN : Number(text)
  const words: readonly (readonly [RegExp, Json])[] = [
    [/^(?:true|1|yes|on|t|y)$/i, true],
    [/^(?:false|0|no|off|f|n)$/i, false],
    [/^null$/i, null],
  ]
  return [
    text,
    ...words.flatMap(([pattern, meant]) => (pattern.test(text) ? [meant] : [])),
    ...(Number.isNaN(number) ? [] : [number]),
  ]
}

function distinct<T extends Json | undefined>(values: readonly T[]): readonly T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}
