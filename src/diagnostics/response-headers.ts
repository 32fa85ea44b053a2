// Reads the tenant's clock and rate limit from response headers.

import { clip } from '../base/clip.ts'
import { isoTime } from '../base/clock.ts'
import { type Exchange, statusOf } from '../base/exchange.ts'
import { type Finding, question } from './finding.ts'
import { clausesWithout } from './prerequisites.ts'
import { clauseCountWithout, type Measurable } from './unlocks.ts'

// A smaller difference shows nothing: the Date header has whole seconds.
const skewMsMax = 5_000
const shownMax = 40

/** Compares the clocks. Uses the response with the smallest difference (RFC 9110, section 6.6.1). */
export function clock(exchanges: readonly Exchange[]): Finding {
  const about = question('clock', "Does the tenant's clock agree with this machine's clock?")
  const skews = exchanges.flatMap(({ response, startedAtMs, durationMs }) => {
    const date = Date.parse(response?.headers.date ?? '')
    return Number.isNaN(date) ? [] : [date - (startedAtMs + durationMs)]
  })
  const [least] = skews.sort((a, b) => Math.abs(a) - Math.abs(b))
  if (least === undefined) return about.unknown('no response has a Date header')
  const seconds = Math.round(Math.abs(least) / 1000)
  if (Math.abs(least) <= skewMsMax) return about.ok('the clocks differ by seconds at most')
  return about.warning(
    `the tenant's clock is ${least > 0 ? 'ahead' : 'behind'} by ${amount(seconds)}`,
    'Set the clock of this machine or of the tenant by NTP: checks of tokens and timestamps depend on it.',
  )
}

function amount(seconds: number): string {
  return seconds < 120
    ? `${seconds} s`
    : seconds < 7_200
      ? `${Math.round(seconds / 60)} min`
      : `${Math.round(seconds / 3_600)} h`
}

export function rate(exchanges: readonly Exchange[], config: Measurable): Finding {
  const { rateLimit } = config.contract
  const unlocks = clauseCountWithout(config, 'rate')
  const about = question('rate', 'Which rate limit do the responses show?')
  const refused = exchanges.filter((exchange) => statusOf(exchange) === 429).length
  if (refused > 0)
    return about.warning(
      `${refused} of the few requests of doctor got 429`,
      'Run with a lower --rate, for example 1.',
    )
  const rates = exchanges.map(({ response }) =>
    Object.values(rateLimit?.headers ?? {}).flatMap((name) => {
      const value = response?.headers[name.toLowerCase()]
      return value === undefined ? [] : [`${name} ${clip(value, shownMax)}${timeOf(value)}`]
    }),
  )
  const latest = rates.findLast((one) => one.length > 0)
  return latest === undefined
    ? about.unknown(
        `no response shows a rate limit${clausesWithout(unlocks)}${unlocks === null ? '' : ', unless the tenant has a rate limit'}`,
        'Use --rate N if the tenant has a rate limit that its responses do not show.',
        { unlocks },
      )
    : about.ok(latest.join(', '))
}

function timeOf(value: string): string {
  const seconds = Number(value)
  return /^\d{10}$/.test(value) ? ` (${isoTime(seconds * 1000).slice(11, 19)})` : ''
}
