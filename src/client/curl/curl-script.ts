// Writes several requests as one shell script.
import { type Exchange, isSuccessful, statusOf, wholeBodyOf } from '../../base/exchange.ts'
import { idPlaceOf, lastSegmentOf, location } from '../../base/http/response-view.ts'
import { at, idTextOf } from '../../base/json.ts'
import { api, curlOf, isUsual } from './curl.ts'
import { forgeFunction } from './forged-token.ts'
import { type Addresses, isOfId } from './url.ts'

/** Shell function that prints the id of a created resource, with all digits of a number. */
const newId = `new_id() { node -e 'const t=require("fs").readFileSync(0,"utf8"),b=t.split("\\r\\n\\r\\n").pop(),p=(process.argv[1]||"id").split("/"),id=p.reduce((o,k)=>o[k],JSON.parse(b));process.stderr.write(t+"\\n");process.stdout.write(typeof id=="number"?[...b.matchAll("\\""+p.pop()+"\\"\\\\s*:\\\\s*(-?\\\\d+)")].find(m=>+m[1]===id)[1]:id)' "$@"; }`

const newLocation = `new_location() { node -e 'const t=require("fs").readFileSync(0,"utf8");process.stderr.write(t+"\\n");process.stdout.write(t.match(/^location: *([^?#\\s]+)/im)[1].replace(/\\/$/,"").split("/").pop())'; }`

const receiverLines = (setting: string): readonly string[] => [
  `PORT=\${RECEIVER_PORT:-$((20000+$$%12000))} RECEIVER=\${${setting}:-http://127.0.0.1:$PORT}`,
  `node -e 'require("http").createServer((q,s)=>{let b="";q.on("data",d=>b+=d).on("end",()=>{process.stdout.write(["\\nDELIVERED",q.url,q.headers.authorization,b].join(" ")+"\\n");s.end()})}).listen(process.argv[1])' $PORT & sleep 1`,
]

const receiverEnd = 'sleep 4; kill $!'

/**
 * Returns a POSIX shell script, which needs Node.js.
 * - Ids of created resources become variables, for example `LOAN_1=$(curl …)`.
 * - Parallel requests that changed one URL are also parallel in the script, unless it receives deliveries.
 * - If the last response is a 429, the script repeats only this request, to provoke a 429.
 * @param redact removes secrets
 */
export function curlScript(
  exchanges: readonly Exchange[],
  addresses: Addresses,
  redact?: (text: string) => string,
): string {
  const ids = new Map<string, string>()
  const last = exchanges.at(-1)
  if (last !== undefined && statusOf(last) === 429)
    return curlOf(last.request, { ...addresses, principal: last.principal, redact, times: timesFor(last) })
  const withApi = exchanges.filter(({ request, principal }) => isUsual(request, principal)).length > 1
  const forge = forgeFunction(exchanges.map(({ principal }) => principal))
  const { receiver } = addresses
  const listens = receiver != null && exchanges.some(({ request }) => request.body?.includes(receiver.url))
  const lines = exchanges.flatMap((exchange, index) => {
    const { request, principal } = exchange
    const created = createdId(exchange)
    const isNamed =
      created !== null &&
      !ids.has(created.id) &&
      exchanges.slice(index + 1).some((one) => names(one, created.id))
    const keepId = isNamed
      ? { as: `${variableOf(exchange.operation)}_${ids.size + 1}`, by: created.reader }
      : undefined
    const withForge = forge !== null
    const line = curlOf(request, { ...addresses, principal, ids, keepId, redact, withApi, withForge })
    if (isNamed) ids.set(created.id, keepId?.as ?? '')
    // With a receiver of deliveries, requests are not parallel: `wait` would also wait for the receiver.
    if (listens) return [line]
    if (areAtOnce(exchange, exchanges[index + 1])) return [`${line} &`]
    return areAtOnce(exchanges[index - 1], exchange) ? [`${line} &`, 'wait'] : [line]
  })
  const readers = [newId, newLocation].filter((reader) =>
    lines.some((line) => line.includes(` | ${reader.slice(0, reader.indexOf('('))}`)),
  )
  const functions = [...(withApi ? [api] : []), ...readers, ...(forge ?? [])]
  if (!listens) return [...functions, ...lines].join('\n')
  return [...functions, ...receiverLines(receiver.setting), ...lines, receiverEnd].join('\n')
}

/** Returns whether both requests changed the same URL and overlapped in time. */
function areAtOnce(one: Exchange | undefined, other: Exchange | undefined): boolean {
  return (
    one !== undefined &&
    other !== undefined &&
    changing.includes(one.request.method) &&
    changing.includes(other.request.method) &&
    one.request.url === other.request.url &&
    // Recorded times are rounded to milliseconds.
    other.startedAtMs + 1 < one.startedAtMs + one.durationMs
  )
}

const changing: readonly string[] = ['PATCH', 'PUT', 'DELETE']
const timesMax = 1_000
// Number of repetitions if the response does not report the limit.
const timesUntold = 400

function timesFor({ response }: Exchange): number {
  const limit = Number(response?.headers['x-ratelimit-limit'])
  return Number.isFinite(limit) && limit > 0 ? Math.min(2 * Math.ceil(limit) + 20, timesMax) : timesUntold
}

/** Returns for example "LOAN" for `library-loans.create`. */
function variableOf(operation: string): string {
  const [, word] = /^(?:[a-z0-9-]+-)?([a-z0-9]+)\.[a-z]/.exec(operation) ?? []
  return word === undefined ? 'RESOURCE' : word.replace(/ies$/, 'y').replace(/s$/, '').toUpperCase()
}

interface CreatedId {
  readonly id: string
  readonly reader: string
}

function createdId(exchange: Exchange): CreatedId | null {
  const { request, response } = exchange
  if (request.method !== 'POST' || response === null || !isSuccessful(exchange)) return null
  const body = wholeBodyOf(exchange)
  const place = idPlaceOf(response, body)
  if (place === null) return null
  const found = place === location ? lastSegmentOf(response) : body.ok ? at(body.value, place) : undefined
  const id = idTextOf(found)
  // Ids with other characters stay literal in the script.
  if (id === undefined || !/^[\w.~-]+$/.test(id)) return null
  if (place === location) return { id, reader: 'new_location' }
  if (place === '/id') return { id, reader: 'new_id' }
  return /^(?:\/[\w-]+)+$/.test(place) ? { id, reader: `new_id ${place.slice(1)}` } : null
}

function names({ request }: Exchange, id: string): boolean {
  return (
    request.url.split(/[/?]/).some((segment) => isOfId(segment, id)) || (request.body?.includes(id) ?? false)
  )
}
