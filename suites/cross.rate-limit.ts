// Clauses about the request rate and about responses with status 429 (parts 7 and 8).
import {
  ConformanceFailure,
  crossSuite,
  describeResponse,
  type Exchange,
  fixture,
  Inconclusive,
  judgeRateLimited,
  NotAllowed,
  stateful,
  type TestContext,
  using,
} from '../src/suite.ts'
import { burstMaxNearLimit, burstRequestsMax } from './rate-limit/burst.ts'
import { replacements, updates } from './rate-limit/changes.ts'
import { deletions } from './rate-limit/deletions.ts'
import type { Limit } from './rate-limit/limit.ts'
import { creations, reads } from './rate-limit/reads.ts'
import { repeatedAnswer } from './rate-limit/repeated.ts'

// The second burst may have this many further requests, because the tenant may allow new ones between the
// bursts.
const atOnce = 16

const triedLimits = fixture(
  'requests beyond the rate',
  using([reads, deletions, updates, creations, replacements], async (shared): Promise<readonly Limit[]> => {
    const { rateLimited, allows, cases } = shared
    if (!allows('destructive')) {
      if (rateLimited().length > 0) return []
      throw new NotAllowed('no response had status 429: run with --writes destructive to provoke this status')
    }
    const read = await shared.use(reads)
    const most = Math.min(2 * read.burst.sent.length + atOnce, burstMaxNearLimit)
    const found = [read, await shared.use(deletions, read.burst.limited.length > 0 ? most : burstRequestsMax)]
    for (const limit of cases([updates, creations, replacements], 'further'))
      found.push(await shared.use(limit))
    return found
  }),
)

const sentIn = (limits: readonly Limit[]): number =>
  limits.reduce((sum, { burst }) => sum + burst.sent.length, 0)

const judge429s = stateful(
  using([triedLimits], async (check) => {
    if (check.attempt > 1 && check.rateLimited().length === 0)
      throw new Inconclusive('no response had status 429', 'specification')
    const limits = await check.use(triedLimits)
    if (check.rateLimited().length === 0)
      throw new Inconclusive(
        `no response had status 429 within ${sentIn(limits)} requests in quick succession`,
        'specification',
      )
    for (const exchange of check.rateLimited())
      for (const { clause, problem } of judgeRateLimited(exchange, check.contract))
        if (clause === check.clause.id)
          check.must.that(problem === null, problem?.says ?? '', {
            expected: problem?.expected ?? '',
            received: problem?.received ?? '',
            exchange,
          })
  }),
)

const mustAnswer429 = async (check: TestContext, { burst }: Limit): Promise<void> => {
  const [control] = burst.sent
  const [limited] = burst.limited
  const [other] = burst.others
  if (control === undefined) return
  const message = 'The tenant does not return 429 for a request beyond the request rate.'
  const detailOf = (exchange: Exchange, steps: readonly Exchange[] = []) => ({
    expected: 'status 429',
    received: describeResponse(exchange),
    ...{ exchange, control, steps },
  })
  if (limited !== undefined) check.must.that(true, message, detailOf(limited))
  else if (other !== undefined) {
    const again = await repeatedAnswer(check, burst)
    // `must.that` would treat a 503 as an outage, so the check throws the failure itself.
    if (again !== null) throw new ConformanceFailure(message, detailOf(again, [other]))
  }
}

// Runs without other checks of the templates, because the bursts change the templates.
const judge429sAlone = { ...judge429s, exclusive: 'phone-templates' }

export default crossSuite('rate-limit', {
  any: {
    // MUST 8: A 429 response contains the headers X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset.
    'rate-limit-headers': judge429sAlone,
    // SHOULD 8: In a 429 response, X-RateLimit-Limit and X-RateLimit-Remaining are whole numbers, and X-RateLimit-Remaining does not exceed
    //   X-RateLimit-Limit.
    'rate-limit-numbers': judge429sAlone,
    // MUST 8: If a client exceeds the allowed request rate, the tenant returns 429 and no other status. This applies to every operation.
    'rate-limit-status': {
      ...judge429sAlone,
      run: using([triedLimits], async (check) => {
        const limits = await check.use(triedLimits)
        for (const limit of limits) await mustAnswer429(check, limit)
        const [met] = check.rateLimited()
        if (met === undefined)
          throw new Inconclusive(
            `the tenant refused no request because of the rate within ${sentIn(limits)} requests in quick succession`,
            'specification',
          )
        check.must.that(true, '', { expected: 'status 429', received: '429', exchange: met })
      }),
    },
    // MUST 3: If the tenant returns 429 for a request, the request changes nothing. Part 3 of the specification shows other responses for
    //   requests that take effect: 204 for a deletion, and the updated stream for an update.
    'rate-limit-harmless': {
      ...judge429sAlone,
      run: using([triedLimits], async (check) => {
        const tries = (await check.use(triedLimits)).flatMap(({ beyond }) => beyond ?? [])
        if (tries.length === 0)
          check.inapplicable('the tenant returned 429 for no request that changes something')
        for (const beyond of tries) {
          const { what, control, refused, carriedOut, shown } = beyond
          check.must.that(
            carriedOut === null,
            `The tenant returned 429 for ${what}, but carried out the request.`,
            {
              expected: 'the refused request has no effect',
              received: describeResponse(shown),
              exchange: shown,
              control,
              steps: carriedOut === null ? refused.slice(0, 1) : [carriedOut],
            },
          )
        }
      }),
    },
  },
})
