// Checks that responses and reads return the sent values.
import type { JsonObject } from '../../base/json.ts'
import { using } from '../fixture.ts'
import { type PhasedCheck, random } from '../suite.ts'
import { mustShowSent } from './fixtures/assertions.ts'
import { subjectOf } from './fixtures/preconditions.ts'
import { differs, type ReadValues, readValues, shownOf, storedOf, write } from './fixtures/read-values.ts'
import { chosenBodies, forEachDrawn } from './fixtures/sample-bodies.ts'
import { singleUpdates } from './fixtures/single-updates.ts'

interface Judgement {
  isWrong(values: ReadValues): boolean
  judge(values: ReadValues): void
}

/** Repeats a failing body on an unused resource, and shrinks a failing random body. */
const judgeAll = using(
  [readValues],
  async (context, single: readonly ReadValues[], { isWrong, judge }: Judgement): Promise<void> => {
    const { operation, resource } = subjectOf(context)
    const { chosen, drawn, isCut, end } = await context.use(readValues, operation)
    const alone = async (body: JsonObject): Promise<void> => {
      const written = await write(context, operation, body, null)
      judge({ ...written, read: (await written.subject?.read()) ?? null })
    }
    if (operation.act !== 'create')
      for (const { sent } of [...chosen, ...single].filter(isWrong)) await alone(sent)
    if (drawn.some(isWrong)) await forEachDrawn(context, operation, resource, alone)
    for (const values of [...chosen, ...single, ...drawn]) judge(values)
    if (end !== null) throw end
    if (!isCut) return
    for (const body of chosenBodies(context, operation, resource)) await alone(body)
    await forEachDrawn(context, operation, resource, alone)
  },
)

export const asSent: PhasedCheck = random(
  using([judgeAll], async (context) => {
    const { operation, resource } = subjectOf(context)
    const expected = (values: ReadValues): JsonObject => shownOf(operation, resource, values)
    await judgeAll(context, [], {
      isWrong: (values) => differs(resource, expected(values), values.seen),
      judge: (values) => {
        const message = 'The response differs from the sent value:'
        mustShowSent(context, resource, expected(values), values.seen, message, { control: values.control })
      },
    })
  }),
)

export const stored: PhasedCheck = random(
  using([judgeAll, singleUpdates], async (context) => {
    const { operation, resource } = subjectOf(context)
    const expected = (values: ReadValues): JsonObject => storedOf(context, operation, resource, values)
    const updates = operation.act === 'update' ? await context.use(singleUpdates, operation) : []
    const single = updates.map(({ sent, answer, after, subject }) => ({
      ...{ sent, seen: answer, read: after, subject },
      control: subject.first.exchange,
    }))
    await judgeAll(context, single, {
      isWrong: (values) => differs(resource, expected(values), values.read),
      judge: (values) => {
        const { read, seen } = values
        if (read === null) return
        const message = 'A later read differs from the sent value:'
        mustShowSent(context, resource, expected(values), read, message, { steps: [seen.exchange] })
      },
    })
  }),
)
