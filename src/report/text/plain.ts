// Describes counts, durations and control requests in words.
import { changesNothing, describeRequest, describeResponse, type Exchange } from '../../base/exchange.ts'
import { tokenInWords } from '../../base/token-in-words.ts'

export function duration(durationMs: number): string {
  if (durationMs < 1_000) return `${Math.round(durationMs)} ms`
  if (durationMs < 60_000) return `${(durationMs / 1_000).toFixed(1)} s`
  const seconds = Math.round(durationMs / 1_000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

export function minute(isoTime: string): string {
  return `${isoTime.slice(0, 16).replace('T', ' ')} UTC`
}

function describeOther(control: Exchange, exchange: Exchange | null, baseUrl: string): string {
  const [own, other] = [control.request, exchange?.request]
  const token =
    control.principal === exchange?.principal
      ? ''
      : ` with ${tokenInWords(control.principal) ?? 'your own token'}`
  if (own.method === other?.method && own.url === other.url && own.body === other.body)
    return `the same${token}`
  const there = own.url === other?.url ? { ...own, url: baseUrl } : own
  return `${describeRequest(there, baseUrl, other)}${token}`
}

export function describeControl(control: Exchange, exchange: Exchange | null, baseUrl: string): string {
  const request = describeOther(control, exchange, baseUrl)
  const status = control.response?.status ?? 0
  const answer =
    status >= 200 && status < 300 && !changesNothing(control.request)
      ? `was accepted (${status})`
      : `got ${describeResponse(control)}`
  if (exchange === null) return `${request} ${answer}`
  const sinceMs = Math.round(exchange.startedAtMs - control.startedAtMs)
  return `${request} ${answer} ${duration(Math.abs(sinceMs))} ${sinceMs < 0 ? 'later' : 'earlier'}`
}
