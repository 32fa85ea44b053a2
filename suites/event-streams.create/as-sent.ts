// Checks that the response to a creation contains the sent values (parts 2.4 and 4.4).
import {
  type JsonObject,
  type ResourceChecks,
  type ResourceClient,
  random,
  type TestContext,
  trickyTexts,
  using,
  wholeTexts,
} from '../../src/suite.ts'
import { mustReturnTexts } from '../resources/event-streams/texts.ts'
import type { EventStreams } from '../resources/event-streams.ts'
import { namesake, plainCreation, samples, samplesWith } from './samples.ts'
import { createDelicateTexts, createdTexts } from './texts.ts'

type Streams = ResourceClient<EventStreams>

const mustReturnIfAccepted = async (
  { must }: TestContext,
  streams: Streams,
  sent: JsonObject,
): Promise<void> => {
  const seen = await streams.create(sent, 'probe')
  if (seen.accepted) must.beAsSent(seen, sent)
}

const mustReturnSamples = using(
  [plainCreation, samplesWith],
  async (check, streams: Streams, member: string): Promise<void> => {
    const control = await plainCreation(check)
    for (const { sent, seen } of await samplesWith(check, streams, member)) {
      check.must.serve(seen.exchange, { control })
      check.must.beAsSent(seen, sent, { control })
    }
  },
)

export const returnedAsSent: ResourceChecks<EventStreams> = {
  // MUST 4.4: If a request sends a plain name, the response contains exactly this name. A plain name contains no control or format
  //   characters, and no white space except single spaces between words. Unicode normalisation does not change a plain name.
  'name-as-sent': {
    phase: 'random',
    // Runs early, because it makes the fixture of texts for other checks.
    early: true,
    run: using([plainCreation, mustReturnSamples, createdTexts, namesake], async (check, streams) => {
      const control = await plainCreation(check)
      await mustReturnSamples(check, streams, 'name')
      mustReturnTexts(check, await check.use(createdTexts), 'name', control)
      // A tenant may reject the second stream, because it may require unique names.
      const { sent, seen } = await check.use(namesake)
      if (seen.accepted) check.must.beAsSent(seen, sent)
    }),
  },
  // SHOULD 4.4: If the tenant accepts a name or a username with unusual white space, line ends, control characters or Unicode normal forms,
  //   the response contains exactly this text. The specification does not mention these texts.
  'text-exact': using([plainCreation, samplesWith], async (check, streams) => {
    const control = await plainCreation(check)
    const plain = [
      ...(await samplesWith(check, streams, 'name')),
      ...(await samplesWith(check, streams, 'destination')),
    ]
    check.must.assume(
      plain.every(({ sent, seen }) => !seen.accepted || check.must.showsAsSent(seen, sent)),
      'the response does not show plain texts as sent either: see the clauses name-as-sent and destination-as-sent',
    )
    const texts = await createDelicateTexts(check, streams)
    for (const member of ['name', 'destination']) mustReturnTexts(check, texts, member, control)
  }),
  // MUST 4.4: The response contains exactly the subscriptions that the request sent, in any order.
  'subscriptions-as-sent': using([mustReturnSamples], async (check, streams) => {
    await mustReturnSamples(check, streams, 'subscriptions')
    await mustReturnIfAccepted(
      check,
      streams,
      streams.values.subscriptions.to([...trickyTexts, ...wholeTexts]),
    )
  }),
  // MUST 4.4: The destination in the response has the webhook_endpoint, the method and the username that the request sent.
  'destination-as-sent': random(
    using([plainCreation, samplesWith, createdTexts], async (check, streams: Streams) => {
      const control = await plainCreation(check)
      for (const { sent, seen } of await samplesWith(check, streams, 'destination'))
        if (seen.accepted) check.must.beAsSent(seen, sent, { control })
      for (const destination of streams.values.destinations.elsewhere())
        await mustReturnIfAccepted(check, streams, { destination })
      mustReturnTexts(check, await check.use(createdTexts), 'destination', control)
    }),
  ),
  // MUST 2.4: If a request sends the forwarding state enabled or disabled, the response contains the same state.
  'state-as-sent': using([mustReturnSamples], (check, streams) =>
    mustReturnSamples(check, streams, streams.values.stateName()),
  ),
  // MUST 4.4: The tenant accepts a request to create a stream without the forwarding-state field.
  'state-optional': using([samplesWith, samples], async (check, streams) => {
    const { call, must } = check
    const name = streams.values.stateName()
    const [withState] = await samplesWith(check, streams, name)
    const control =
      withState?.seen.exchange ?? (await streams.create(streams.values.inState('enabled'))).exchange
    must.assumeAccepted(control)
    const { plain } = await check.use(samples)
    const { [name]: sent, ...stateless } = streams.body()
    const isStateless = sent === undefined && plain.seen.exchange.response !== null
    must.accept(isStateless ? plain.seen.exchange : await call(streams.creation(stateless)), { control })
  }),
}
