// Checks that responses and reads show the sent body.
import type { JsonObject } from '../../base/json.ts'
import type { Resource } from '../../contract/index.ts'
import { differences, echoed, updated } from '../../oracle/index.ts'
import { type PhasedCheck, random } from '../suite.ts'
import type { TestContext } from '../test-context.ts'
import type { ResourceResponse } from '../under-test/index.ts'
import { mustShow } from './assertions.ts'
import { subjectOf } from './fixtures/preconditions.ts'
import { type ReadValues, readValues, write } from './fixtures/read-values.ts'
import { chosenBodies, forEachDrawn } from './fixtures/sample-bodies.ts'
import { singleUpdates } from './fixtures/single-updates.ts'

type Judge = (context: TestContext, values: ReadValues) => void

const differs = (resource: Resource, expected: JsonObject, { body }: ResourceResponse): boolean =>
  Object.keys(expected).length > 0 && differences(resource, expected, body).length > 0

/**
 * Judges the shared requests. If one of them does not show its body, the check sends its own, to find the smallest
 * body of a resource that nothing else has changed.
 */
async function judgeAll(
  context: TestContext,
  all: readonly ReadValues[],
  isWrong: (values: ReadValues) => boolean,
  judge: Judge,
): Promise<void> {
  const { operation, resource } = subjectOf(context)
  if (all.some(isWrong)) {
    const alone = async (body: JsonObject): Promise<void> => {
      const written = await write(context, operation, body, null)
      judge(context, { ...written, read: (await written.subject?.read()) ?? null })
    }
    for (const { sent } of all) if (Object.keys(sent).length === 1) await alone(sent)
    for (const body of chosenBodies(context, operation, resource)) await alone(body)
    await forEachDrawn(context, operation, resource, alone)
  }
  for (const values of all) judge(context, values)
}

export const asSent: PhasedCheck = random(async (context) => {
  const { operation, resource } = subjectOf(context)
  // Acceptance belongs to the schema's clauses.
  const isShown = ({ seen }: ReadValues): boolean => seen.accepted && seen.exchange.response?.body !== ''
  const expected = ({ sent }: ReadValues): JsonObject => echoed(operation, resource, sent)
  await judgeAll(
    context,
    await context.use(readValues, operation),
    (values) => isShown(values) && differs(resource, expected(values), values.seen),
    (_, values) => {
      if (!isShown(values)) return
      const { seen, control } = values
      mustShow(
        context,
        resource,
        expected(values),
        seen,
        'What was sent does not come back as it was sent:',
        { control },
      )
    },
  )
})

export const stored: PhasedCheck = random(async (context) => {
  const { operation, resource } = subjectOf(context)
  const reading = context.subjects.operation(resource, 'read')
  const isMerge = operation.act === 'update' && resource.patch === 'merge'
  const expected = ({ sent }: ReadValues): JsonObject =>
    echoed(
      { ...operation, response: reading.response },
      resource,
      isMerge ? updated({}, sent, 'merge') : sent,
    )
  const single = operation.act === 'update' ? await context.use(singleUpdates, operation) : []
  const all: readonly ReadValues[] = [
    ...(await context.use(readValues, operation)),
    ...single.map(({ sent, answer, after, subject }) => ({
      ...{ sent, seen: answer, read: after, subject },
      control: subject.first.exchange,
    })),
  ]
  await judgeAll(
    context,
    all,
    (values) => values.read !== null && differs(resource, expected(values), values.read),
    (_, values) => {
      const { read, seen } = values
      if (read === null) return
      mustShow(context, resource, expected(values), read, 'A later read does not show what was sent:', {
        steps: [seen.exchange],
      })
    },
  )
})
