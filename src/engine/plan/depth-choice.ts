// Chooses the deepest depth that fits into 15 seconds, if the user chose no depth.

import type { ChosenDepth } from '../../base/depth.ts'
import { type Depth, depthAt } from '../../base/depth.ts'
import { counted } from '../../base/text/counted.ts'
import type { RunConfig } from '../config.ts'
import { requestsPerClauseMax } from './guessed-requests.ts'
import { notCounted } from './selection.ts'

export const secondsToFill = 15

export interface Speed {
  readonly msPerRequest: number
  /** Null if the tenant reports no rate limit. */
  readonly allowed: { readonly left: number; readonly perSecond: number } | null
}

const atOnce: Speed = { msPerRequest: 0, allowed: null }

export type DepthInput = Pick<
  RunConfig,
  'depth' | 'depthAsked' | 'embedded' | 'shard' | 'ratePerSecond' | 'requestsMax' | 'minutesMax'
>

export type RequestsAt = (depth: Depth) => number | null

const percents = [100, 90, 80, 70, 60, 50, 40, 30, 20, 10]

/** Null if the measured speed of the tenant decides. */
export function depthWithoutSpeed(
  config: DepthInput,
  requestsAt: RequestsAt,
  requestsMost = Number.POSITIVE_INFINITY,
): ChosenDepth | null {
  const { depth, depthAsked, shard, embedded } = config
  const deeper = deeperThan(depth, requestsAt, null)
  if (depthAsked) return { depth, reason: 'set with --depth', ...deeper }
  if (shard !== null)
    return { depth, reason: 'shards cannot agree on a deeper depth: set --depth', ...deeper }
  // For an embedded tenant, the choice measures nothing: a busy moment could change the depth, and therefore
  // the findings.
  if (embedded) return depthBySpeed(config, requestsAt, atOnce, requestsMost)
  const best = depthBySpeed(config, requestsAt, atOnce, requestsMost)
  return best.depth === depth ? best : null
}

export function depthOfLittle({ depth }: DepthInput): ChosenDepth {
  return { depth, reason: 'the allowed requests are not enough for a deeper depth' }
}

export function depthBySpeed(
  config: DepthInput,
  requestsAt: RequestsAt,
  speed: Speed,
  requestsMost = Number.POSITIVE_INFINITY,
): ChosenDepth {
  const seconds = Math.min(secondsToFill, (config.minutesMax ?? Number.POSITIVE_INFINITY) * 60)
  const takes = (requests: number): number => secondsFor(requests, config, speed)
  const fits = (depth: Depth): boolean => {
    const requests = requestsAt(depth) ?? 0
    const most = config.requestsMax ?? Number.POSITIVE_INFINITY
    return takes(requests) <= seconds && requests * (1 + notCounted) <= most
  }
  const isCheap = (depth: Depth): boolean => (requestsAt(depth) ?? 0) <= requestsMost
  const fitting = percents.map(depthAt).filter(fits)
  const depth = fitting.find(isCheap) ?? config.depth
  const deeper = deeperThan(depth, requestsAt, takes)
  if (fitting[0] !== undefined && fitting[0] !== depth)
    return {
      depth,
      reason: `a deeper depth sends more than ${requestsPerClauseMax} requests for each clause`,
      ...deeper,
    }
  return { depth, reason: reasonOf(requestsAt(depth), config, speed, depth, seconds), ...deeper }
}

export function unmeasuredDepth({ depth }: DepthInput, requestsAt: RequestsAt): ChosenDepth {
  return {
    depth,
    reason: 'the run cannot measure how fast the tenant responds',
    ...deeperThan(depth, requestsAt, null),
  }
}

function secondsFor(
  requests: number,
  { ratePerSecond }: DepthInput,
  { msPerRequest, allowed }: Speed,
): number {
  const beyond = allowed === null ? 0 : Math.max(0, requests - allowed.left)
  return Math.max(
    (requests * msPerRequest) / 1000,
    ratePerSecond === null ? 0 : requests / ratePerSecond,
    beyond === 0 ? 0 : beyond / (allowed?.perSecond ?? 0),
  )
}

function reasonOf(
  requests: number | null,
  config: DepthInput,
  speed: Speed,
  depth: Depth,
  seconds: number,
): string {
  const { requestsMax, ratePerSecond, embedded } = config
  if (embedded && depth === 'deep') return 'the tenant is in this process'
  const within = `${Number(seconds.toPrecision(3))} s`
  const sent =
    requests === null
      ? 'the requests fit'
      : `about ${counted(requests, 'request')} ${requests === 1 ? 'fits' : 'fit'}`
  const bound = requestsMax === null ? '' : ` and --max-requests ${requestsMax}`
  const pace = paceOf(speed, ratePerSecond, embedded)
  if (depth === config.depth) return `no more requests fit into ${within}${bound}${pace}`
  return `${sent} into ${within}${bound}${pace}`
}

function paceOf({ msPerRequest, allowed }: Speed, ratePerSecond: number | null, embedded: boolean): string {
  const paces = [
    ...(embedded ? ['the tenant is in this process'] : []),
    ...(msPerRequest === 0 ? [] : [`${Number(msPerRequest.toPrecision(2))} ms each`]),
    ...(ratePerSecond === null ? [] : [`--rate ${Number(ratePerSecond.toPrecision(3))}`]),
    ...(allowed === null
      ? []
      : [
          `the tenant allows ${counted(allowed.left, 'request')} and ${Number(allowed.perSecond.toPrecision(2))} more each second`,
        ]),
  ]
  return paces.length === 0 ? '' : ` (${paces.join('; ')})`
}

function deeperThan(
  depth: Depth,
  requestsAt: RequestsAt,
  takes: ((requests: number) => number) | null,
): Pick<ChosenDepth, 'deeper'> {
  if (depth === 'deep') return {}
  const [here, there] = [requestsAt(depth), requestsAt('deep')]
  if (here === null || there === null) return { deeper: { depth: 'deep', requests: null, seconds: null } }
  const seconds = takes === null ? null : takes(there) - takes(here)
  // With a request limit, a deep run may send no more requests than this run.
  if (there <= here) return {}
  return {
    deeper: {
      depth: 'deep',
      requests: there - here,
      seconds: seconds === null || !Number.isFinite(seconds) ? null : Math.max(0, Math.round(seconds)),
    },
  }
}
