// Stores the last entity tag of each resource for the header If-Match (RFC 9110, section 8.8.3).
import { LatestMap } from '../../base/collections/latest-map.ts'
import { type Exchange, statusOf } from '../../base/exchange.ts'

const pathsMax = 5_000

/** Without a known tag, this value matches any tag (RFC 9110, section 13.1.1). */
const anyTag = '*'

export class EntityTags {
  readonly #tags = new LatestMap<string, string>(pathsMax)

  see(path: string, exchange: Exchange): void {
    const { response } = exchange
    if (statusOf(exchange) === 412) this.#tags.delete(withoutQuery(path))
    if (response === null || statusOf(exchange) > 299) return
    const tag = response.headers.etag
    if (tag === undefined) {
      if (exchange.request.method !== 'GET') this.#tags.delete(withoutQuery(path))
    } else this.#tags.set(withoutQuery(path), tag)
  }

  current(path: string, headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const tag = headers['if-match'] === anyTag ? this.#tags.get(withoutQuery(path)) : undefined
    return tag === undefined ? headers : { ...headers, 'if-match': tag }
  }
}

const withoutQuery = (path: string): string => path.split('?', 1)[0] ?? ''
