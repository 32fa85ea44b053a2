// Checks the members that the tenant sets, and the stored stream (parts 2.4 and 4.4).
import {
  Inconclusive,
  type JsonObject,
  membersCompared,
  type ResourceChecks,
  random,
  statusOf,
  using,
} from '../../src/suite.ts'
import { serviceSetValues } from '../resources/event-streams/members.ts'
import { mustStoreTexts } from '../resources/event-streams/texts.ts'
import type { EventStreams } from '../resources/event-streams.ts'
import { namesake, plainCreation, readSample, samples } from './samples.ts'
import { createdTexts } from './texts.ts'

export const serviceMembers: ResourceChecks<EventStreams> = {
  // MUST 2.4: Different event streams have different ids.
  'ids-unique': using([samples, namesake, readSample], async (check) => {
    const { must } = check
    const { plain, others } = await check.use(samples)
    // Includes the second stream with the same name, because a tenant may derive ids from names.
    const all = [plain, ...others, await check.use(namesake)].flatMap(({ sent, seen: { subject } }) =>
      subject === null ? [] : [{ sent, subject }],
    )
    const [first, ...further] = all.map(({ subject }) => subject)
    const last = further.at(-1)
    if (first === undefined || last === undefined)
      throw new Inconclusive('the run could not create two event streams')
    const ids = all.map(({ subject: { id } }) => id)
    const different = new Set(ids).size === ids.length
    for (const which of different ? (['plain', 'stateful'] as const) : []) {
      const { sent, subject, later } = await readSample(check, which)
      must.assume(
        must.showsAsSent(later, { name: sent.name ?? null }),
        `a read with the id ${subject.id} does not find the stream for which the tenant returned this id`,
      )
    }
    must.that(
      different,
      'Two streams have the same id.',
      {
        expected: `${ids.length} different ids`,
        received: ids.join(', '),
        exchange: last.created,
        control: first.created,
      },
      membersCompared(first.first, first.first.body, ['id']),
    )
  }),
  // MUST 2.4: Only the tenant sets id, created_at and updated_at. If a request sends values for these members, the tenant rejects the
  //   request or ignores the values.
  'returned-only-members': using([plainCreation, readSample], async (check, streams) => {
    const { must } = check
    const control = await plainCreation(check)
    const mustNotAdopt = async (values: JsonObject): Promise<void> => {
      const made = await streams.create(values, 'probe')
      const status = statusOf(made.exchange)
      must.assume(status > 0 && status < 500, 'the tenant did not answer', 'failing')
      if (made.accepted)
        for (const seen of [made, ...(made.subject === null ? [] : [await made.subject.read()])])
          for (const [member, value] of Object.entries(values))
            must.notAdopt(seen, member, value, { control })
      else {
        must.refuse(made.exchange, { control })
        // The tenant may have rejected only one of the values, so the check also sends each value alone.
        const each = Object.entries(values)
        if (each.length > 1) for (const [member, value] of each) await mustNotAdopt({ [member]: value })
      }
    }
    await mustNotAdopt(serviceSetValues)
    // A creation with the id of another stream must not replace the other stream.
    const { subject: other, later: before } = await readSample(check, 'plain')
    const made = await streams.create({ id: other.id }, 'probe')
    if (made.accepted) must.notAdopt(made, 'id', other.id, { control })
    const later = await other.read()
    must.beUnchanged(before, later, streams.settable, { control, steps: [made.exchange] })
  }),
  // MUST 4.4: After the creation of a stream, the response to an update with an empty object contains the same stream as the response to
  //   the creation. Only updated_at may differ.
  stored: random(
    using([readSample, createdTexts], async (check) => {
      const { must } = check
      const { sent, subject, later } = await readSample(check, 'stateful')
      const members = ['id', 'created_at', ...Object.keys(sent)]
      must.beUnchanged(subject.first, later, members, { control: subject.created })
      mustStoreTexts(check, await check.use(createdTexts))
    }),
  ),
}
