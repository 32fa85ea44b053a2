// Writes shell commands that reproduce a failure after the run has removed its resources.
import type { Exchange } from '../../base/exchange.ts'
import { type Addresses, curlScript } from '../../client/index.ts'
import { exchangesOf, type FailureDetail } from '../../oracle/index.ts'

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

// A longer script contains only the failing requests and the creations that they need.
const linesCharactersMax = 60_000
