// A failure's requests as shell lines that reproduce it, once what the run made is gone.
import type { Exchange } from '../../base/exchange.ts'
import { type Addresses, curlScript } from '../../client/index.ts'
import { exchangesOf, type FailureDetail } from '../../oracle/index.ts'

/**
 * Shell lines for the exchanges that a failure shows, led by those that made the resources which they name, and by what was made of
 * each of them last: all in the order in which they were sent.
 * @param before the last changes of what the failure shows
 * @param originOf the exchange that made the resource of an id, or one of which the id is made, as far as the run made it
 */
export function reproduction(
  detail: FailureDetail,
  before: readonly Exchange[],
  originOf: (id: string) => Exchange | undefined,
  addresses: Addresses,
  redact?: (text: string) => string,
): string {
  const shown = [...before, ...exchangesOf(detail)]
  const named = shown.flatMap(({ request }) => request.url.slice(addresses.baseUrl.length).split(/[/?]/))
  const creations = named.flatMap((id) => (id === '' ? [] : (originOf(id) ?? [])))
  const script = (exchanges: readonly Exchange[]): string => {
    const all = new Map([...creations, ...exchanges].map((one) => [one.id, one] as const))
    return curlScript(
      [...all.values()].sort((a, b) => a.id - b.id),
      addresses,
      redact,
    )
  }
  const lines = script(shown)
  const own = exchangesOf(detail)
  return lines.length <= linesCharactersMax || own.length === shown.length ? lines : script(own)
}

// More than anybody pastes. What led to a failure may be long; what failed is not told the less for it.
const linesCharactersMax = 60_000
