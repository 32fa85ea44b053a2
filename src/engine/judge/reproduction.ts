// A failure's requests as shell lines that reproduce it, once what the run made is gone.
import type { Exchange } from '../../base/exchange.ts'
import { curlScript } from '../../client/index.ts'
import type { FailureDetail } from '../../oracle/index.ts'

/**
 * Shell lines for the exchanges that a failure shows, led by those that made the resources which they name.
 * @param creationOf the exchange that made the resource of an id, as far as the run made it
 */
export function reproduction(
  { steps = [], exchange }: FailureDetail,
  creationOf: (id: string) => Exchange | undefined,
  baseUrl: string,
  redact?: (text: string) => string,
): string {
  const shown = [...steps, ...(exchange === null ? [] : [exchange])]
  const named = shown.flatMap(({ request }) => request.url.slice(baseUrl.length).split(/[/?]/))
  const creations = named.flatMap((id) => creationOf(id) ?? [])
  return curlScript(
    [...new Set([...creations.filter((made) => !shown.includes(made)), ...shown])],
    baseUrl,
    redact,
  )
}
