// Live progress: one rewriting line on a terminal, a line per phase and per failed clause elsewhere.
import { tickMs } from '../../base/clock.ts'
import type { RunEvent } from '../../base/event.ts'
import { describeRequest, statusOf } from '../../base/exchange.ts'
import { resultOf } from '../model/result.ts'
import { describeCircumstances } from '../text/circumstances.ts'
import { counted } from '../text/plain.ts'
import { visible } from '../text/visible.ts'
import { markOf, paint } from './style.ts'

export interface ProgressOptions {
  write(text: string): void
  readonly isTTY: boolean
  readonly color: boolean
  /** Also a line per exchange and per judged clause. */
  readonly verbose: boolean
  /** Columns of the terminal; the status line is cut to fit, for one that wraps cannot be rewritten. */
  readonly width?: number
}

const redrawEveryMs = 80
const clearLine = '\r\u001b[2K'

/** A listener for an event log that tells how the run goes. After `run-finished` the line is clean. */
export function liveProgress(options: ProgressOptions): (event: RunEvent) => void {
  const { isTTY, verbose, width = 80 } = options
  const colors = paint(options.color)
  const levels = new Map<string, 'MUST' | 'SHOULD'>()
  const judged = new Set<string>()
  const failed = new Set<string>()
  let phase = 'starting'
  let baseUrl = ''
  let requests = 0
  let drawnAtMs = Number.NEGATIVE_INFINITY
  let drawn = false

  const clear = () => {
    if (drawn) options.write(clearLine)
    drawn = false
  }
  const say = (text: string) => {
    clear()
    options.write(`${text}\n`)
  }
  const draw = (force: boolean) => {
    if (!isTTY || (!force && tickMs() - drawnAtMs < redrawEveryMs)) return
    drawnAtMs = tickMs()
    const status = `${phase} · ${judged.size}/${levels.size} clauses · ${counted(requests, 'request')} · ${counted(failed.size, 'failure')}`
    options.write(`${clearLine}${colors.dim(status.slice(0, Math.max(width - 1, 1)))}`)
    drawn = true
  }

  return (event) => {
    switch (event.type) {
      case 'run-started':
        for (const { id, level } of event.clauses) levels.set(id, level)
        baseUrl = event.target.baseUrl
        say(colors.dim(visible([`checking ${baseUrl}`, ...describeCircumstances(event.options)].join(' · '))))
        draw(true)
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
      case 'clause-judged': {
        const { clause, verdict, waived, gap } = event
        judged.add(clause)
        const news = verdict === 'fail' && waived === undefined && !failed.has(clause)
        if (news) failed.add(clause)
        if (news || verbose) {
          const level = levels.get(clause) ?? 'MUST'
          const result = resultOf({
            ...{ verdict, level },
            ...(waived === undefined ? {} : { waived }),
            ...(gap === undefined ? {} : { gap }),
          })
          say(`${markOf(result, colors)} ${level.padEnd(5)} ${visible(clause)}${news ? because(event) : ''}`)
        }
        draw(news || verbose)
        break
      }
      case 'run-finished':
        clear()
        break
      case 'note':
      case 'open-points':
      case 'coverage':
      case 'resource':
        break
    }
  }
}

function because(event: Extract<RunEvent, { type: 'clause-judged' }>): string {
  const message = event.failures[0]?.message ?? event.reason
  return message === '' ? '' : `: ${visible(message)}`
}
