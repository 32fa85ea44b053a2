// Shows the progress of a run: in a status line on a terminal, otherwise in a line every ten seconds.
import { every, tickMs } from '../../base/clock.ts'
import type { RunEvent } from '../../base/event.ts'
import { describeRequest, statusOf } from '../../base/exchange.ts'
import { counted } from '../../base/text/counted.ts'
import { visible } from '../../base/visible.ts'
import { resultOf } from '../model/result.ts'
import { describeCircumstances } from '../text/circumstances.ts'
import { fitted, wrapped } from '../text/columns.ts'
import { duration } from '../text/plain.ts'
import { Pace } from './pace.ts'
import { markOf, paint } from './style.ts'

export interface ProgressOptions {
  write(text: string): void
  readonly isTTY: boolean
  readonly color: boolean
  readonly verbose: boolean
  /** The width in columns. The program cannot overwrite a wrapped status line. */
  readonly width?: number | (() => number)
}

export interface Progress {
  (event: RunEvent): void
  /** Clears the status line, as the event `run-finished` does. */
  end(): void
}

const redrawEveryMs = 80
const tickEveryMs = 1_000
const lineEveryMs = 10_000
// With more failures, earlier lines would leave the screen.
const failuresToldMax = 5
const clearLine = '\r\u001b[2K'

export function liveProgress(options: ProgressOptions): Progress {
  const { isTTY, verbose } = options
  const width = (): number => (typeof options.width === 'function' ? options.width() : (options.width ?? 80))
  const colors = paint(options.color)
  const levels = new Map<string, 'MUST' | 'SHOULD'>()
  const observed = new Set<string>()
  const failed = new Set<string>()
  const pace = new Pace()
  let plan: { readonly requests: number | null; readonly clauses: number } | null = null
  let phase = 'starting'
  let baseUrl = ''
  let requests = 0
  let drawnAtMs = Number.NEGATIVE_INFINITY
  let drawn = false
  let stopTicking = (): void => undefined

  const clear = () => {
    if (drawn) options.write(clearLine)
    drawn = false
  }
  const say = (text: string) => {
    clear()
    options.write(`${text}\n`)
  }
  const status = (): string => {
    const now = tickMs()
    const rate = pace.perSecond(requests, now)
    const leftMs = pace.leftMs(requests, (plan?.requests ?? 0) - requests, now)
    const clauses = Math.max(plan?.clauses ?? levels.size, observed.size)
    return [
      phase,
      plan?.requests == null
        ? counted(requests, 'request')
        : `${requests}/${counted(plan.requests, 'request')}`,
      `${observed.size}/${counted(clauses, 'clause')}`,
      `${failed.size} failed`,
      ...(rate === null ? [] : [`${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`]),
      ...(leftMs === null ? [] : [`${duration(leftMs).replace('.0', '')} left`]),
    ].join(' · ')
  }
  const draw = (force: boolean) => {
    const atMs = tickMs()
    pace.note(requests, atMs)
    if (!isTTY || (!force && atMs - drawnAtMs < redrawEveryMs)) return
    drawnAtMs = atMs
    options.write(`${clearLine}${colors.dim(fitted(status(), width() - 1))}`)
    drawn = true
  }
  const tellFailure = (clause: string, failure: string) => {
    if (failed.has(clause)) return
    failed.add(clause)
    if (failed.size > failuresToldMax) {
      if (failed.size === failuresToldMax + 1)
        say(colors.dim('  more failures: the report at the end lists them'))
      return
    }
    const level = levels.get(clause) ?? 'MUST'
    const text = visible(`${clause}${failure === '' ? '' : `: ${failure}`}`)
    const short = isTTY ? fitted(text, width() - 9) : text
    say(`${markOf(resultOf({ verdict: 'fail', level }), colors)} ${level.padEnd(5)} ${short}`)
  }
  const end = () => {
    stopTicking()
    clear()
  }

  const hear = (event: RunEvent): void => {
    switch (event.type) {
      case 'run-started': {
        for (const { id, level } of event.clauses) levels.set(id, level)
        baseUrl = event.target.baseUrl
        const what = visible([`checking ${baseUrl}`, ...describeCircumstances(event.options)].join(' · '))
        say(colors.dim(isTTY ? wrapped(what, width() - 1).join('\n') : what))
        stopTicking()
        stopTicking = isTTY
          ? every(tickEveryMs, () => draw(true))
          : every(lineEveryMs, () => say(colors.dim(status())))
        draw(true)
        break
      }
      case 'planned':
        plan = event
        break
      case 'phase-started':
        phase = event.phase
        if (!isTTY) say(colors.dim(`${phase} …`))
        draw(true)
        break
      case 'exchange':
        requests++
        if (verbose) {
          const { request, principal } = event.exchange
          const sent = visible(describeRequest(request, baseUrl))
          say(colors.dim(`  ${statusOf(event.exchange) || '---'} ${visible(principal)} ${sent}`))
        }
        draw(false)
        break
      case 'observed':
        observed.add(event.clause)
        if (event.failure !== null) tellFailure(event.clause, event.failure)
        draw(event.failure !== null)
        break
      case 'clause-judged':
        if (verbose) {
          const { clause, verdict, waived, gap } = event
          const level = levels.get(clause) ?? 'MUST'
          const result = resultOf({
            ...{ verdict, level },
            ...(waived === undefined ? {} : { waived }),
            ...(gap === undefined ? {} : { gap }),
          })
          say(`${markOf(result, colors)} ${level.padEnd(5)} ${visible(clause)}`)
        }
        break
      case 'run-finished':
        end()
        break
      case 'note':
      case 'open-points':
      case 'coverage':
      case 'resource':
        break
    }
  }
  return Object.assign(hear, { end })
}
