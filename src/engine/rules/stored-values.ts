// Checks that responses and reads show the sent body.
import type { Exchange } from '../../base/exchange.ts'
import { at, isObject, type Json, type JsonObject } from '../../base/json.ts'
import { type Operation, type Resource, schemaAt } from '../../contract/index.ts'
import { valid } from '../../generate/index.ts'
import { echoed, updated } from '../../oracle/index.ts'
import { type PhasedCheck, random } from '../suite.ts'
import type { TestContext } from '../test-context.ts'
import { membersOf, type ResourceResponse, type ResourceUnderTest, set } from '../under-test/index.ts'
import { mustShow } from './assertions.ts'
import { changeable, permitChange, subjectOf } from './preconditions.ts'

interface WrittenValues {
  readonly sent: JsonObject
  readonly seen: ResourceResponse
  /** Null after a refusal. */
  readonly subject: ResourceUnderTest | null
  readonly control: Exchange | null
}

async function write(
  context: TestContext,
  operation: Operation,
  resource: Resource,
  body: JsonObject,
  on?: ResourceUnderTest,
): Promise<WrittenValues> {
  const { subjects } = context
  if (operation.act === 'create') {
    const within = await subjects.parentFor(resource)
    const seen = await subjects.create(resource, body, within)
    return {
      sent: body,
      seen,
      subject: seen.accepted ? subjects.madeBy(resource, seen, body, within) : null,
      control: null,
    }
  }
  permitChange(context, operation)
  const subject = on ?? (await subjects.make(resource))
  const seen = await subject.sendTo(operation, body)
  return { sent: body, seen, subject: seen.accepted ? subject : null, control: subject.first.exchange }
}

function bodiesOf(context: TestContext, operation: Operation, resource: Resource): readonly JsonObject[] {
  const { bodies } = context.subjects
  const full = bodies.of(operation, resource)
  return [
    full,
    bodies.of(operation, resource, { minimal: true }),
    ...trickyBodies(context, operation, resource),
  ]
}

const tricky = [
  'Ünïcödé ß',
  '漢字 🚀',
  'it\'s "quoted" \\ back',
  '<b>&amp;</b>',
  'CASE case',
  ' inner  spaces ',
]

function trickyBodies(context: TestContext, operation: Operation, resource: Resource): readonly JsonObject[] {
  const schema = operation.request ?? {}
  const members = membersOf(schema).filter((member) => takesAnyText(schemaAt(schema, `/${member}`)))
  if (members.length === 0) return []
  // Members are compared separately.
  return tricky.map((text) => {
    const body = context.subjects.bodies.of(operation, resource)
    const texts = members.flatMap((member): [string, Json][] => {
      const { maxLength = 1_000 } = schemaAt(schema, `/${member}`) as { readonly maxLength?: number }
      const marked = resource.nameAt === `/${member}` ? `${String(body[member])} ${text}` : text
      return [...marked].length > maxLength ? [] : [[member, marked]]
    })
    return { ...body, ...Object.fromEntries(texts) }
  })
}

function takesAnyText(schema: Json | undefined): boolean {
  if (!isObject(schema) || schema.type !== 'string') return false
  return !['enum', 'const', 'pattern', 'format'].some((keyword) => keyword in schema)
}

export const asSent: PhasedCheck = random(async (context) => {
  const { operation, resource } = subjectOf(context)
  const check = async (body: JsonObject): Promise<void> => {
    const { seen, sent, control } = await write(context, operation, resource, body)
    // Acceptance belongs to the schema's clauses.
    if (!seen.accepted || seen.exchange.response?.body === '') return
    mustShow(
      context,
      resource,
      echoed(operation, resource, sent),
      seen,
      'What was sent does not come back as it was sent:',
      { control },
    )
  }
  for (const body of bodiesOf(context, operation, resource)) await check(body)
  await forEachValid(context, operation, resource, check)
})

export const stored: PhasedCheck = random(async (context) => {
  const { operation, resource } = subjectOf(context)
  const reading = context.subjects.operation(resource, 'read')
  const check = async (body: JsonObject): Promise<void> => {
    const { seen, subject } = await write(context, operation, resource, body)
    if (subject === null) return
    const read = await subject.read()
    const merged =
      operation.act === 'update' && resource.patch === 'merge' ? updated({}, body, 'merge') : body
    const expected = echoed({ ...operation, response: reading.response }, resource, merged)
    mustShow(context, resource, expected, read, 'A later read does not show what was sent:', {
      steps: [seen.exchange],
    })
  }
  for (const body of bodiesOf(context, operation, resource)) await check(body)
  if (operation.act === 'update')
    for (const member of changeable(operation, resource)) {
      const value = context.subjects.bodies.of(operation, resource)[member]
      if (value !== undefined) await check({ [member]: value })
    }
  await forEachValid(context, operation, resource, check)
})

/** Random valid bodies, with the run's own names and unique values. */
async function forEachValid(
  context: TestContext,
  operation: Operation,
  resource: Resource,
  check: (body: JsonObject) => Promise<void>,
): Promise<void> {
  const own = [...(resource.nameAt === null ? [] : [resource.nameAt]), ...resource.unique]
  const property = async (drawn: Json): Promise<void> => {
    if (!isObject(drawn)) return
    const fresh = context.subjects.bodies.of(operation, resource)
    let body: JsonObject = Object.fromEntries(
      Object.entries(drawn).filter(
        ([member]) => !resource.serverSet.has(`/${member}`) && !resource.states.has(`/${member}`),
      ),
    )
    for (const pointer of own) {
      const value = at(fresh, pointer)
      const names = operation.act === 'create' && pointer === resource.nameAt
      if (value !== undefined && (names || at(body, pointer) !== undefined)) body = set(body, pointer, value)
    }
    await check(body)
  }
  await context.forAll(
    valid(operation.request ?? {}, { extras: false }),
    property,
    context.examples,
    resource.singleton ? 1 : undefined,
  )
}
