// Writes API keys and HTTP Basic credentials as options of curl.
import type { SentRequest } from '../../base/exchange.ts'
import { uriEncoded } from '../../base/uri.ts'
import { quoted } from './shell.ts'

export function credentialOptions({ credentials = [], headers }: SentRequest): readonly string[] {
  const cookies = credentials.filter((one) => one.in === 'cookie')
  const others = credentials.flatMap(({ in: place, name, shown }) => {
    if (place === 'basic') return [`-u "${shown}"`]
    if (place === 'header') return [`-H ${quoted(`${name}: `)}"${shown}"`]
    return place === 'query' ? [`--url-query ${quoted(`${uriEncoded(name)}=`)}"${shown}"`] : []
  })
  if (cookies.length === 0) return others
  const given = headers.cookie === undefined ? '' : quoted(`${headers.cookie}; `)
  const all = cookies.map(({ name, shown }) => `${quoted(`${name}=`)}"${shown}"`).join("'; '")
  return [...others, `-H 'cookie: '${given}${all}`]
}
