// Writes requests and responses as lines of text.
import { clip } from '../../base/clip.ts'
import type { Exchange } from '../../base/exchange.ts'

export function messageLines(
  { request, response, failure }: Exchange,
  bodyCharactersMax = Number.POSITIVE_INFINITY,
): { readonly sent: readonly string[]; readonly received: readonly string[] } {
  const lines = (headers: Readonly<Record<string, string>>): string[] =>
    Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const body = (text: string): readonly string[] => ['', clip(text, bodyCharactersMax)]
  return {
    sent: [
      `${request.method} ${request.url}`,
      ...lines(request.headers),
      ...(request.body === null ? [] : body(request.body)),
    ],
    received:
      response === null
        ? [failure?.message ?? 'no response']
        : [String(response.status), ...lines(response.headers), ...body(response.body)],
  }
}
