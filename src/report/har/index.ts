// The HTTP archive of a run, which the program writes during the run.
import type { RunEvent } from '../../base/event.ts'
import type { Exchange } from '../../base/exchange.ts'
import { visibleJson } from '../../base/visible.ts'
import type { HarSelection } from '../choice/index.ts'
import type { Format } from '../format.ts'
import { exchangesOfFailure, type HarEntry, harEntry } from './har.ts'

export { exchangesOfReport, toHar } from './har.ts'

export function harFormat(selection: Exclude<HarSelection, 'none'>): Format {
  return {
    file: 'har.har',
    ofLog: true,
    begin() {
      let begun = false
      const written = new Set<number>()
      const entry = (one: HarEntry): string => {
        const before = begun ? ',\n' : ''
        begun = true
        return before + visibleJson(one, 0)
      }
      return {
        hear(event) {
          if (event.type === 'run-started') {
            const { name, version } = event.tool ?? { name: 'tenant-conformance', version: 'unknown' }
            return `{"log":{"version":"1.2","creator":${visibleJson({ name, version }, 0)},"entries":[\n`
          }
          return selected(event, selection)
            .filter(({ id }) => selection === 'all' || (!written.has(id) && written.add(id)))
            .map((exchange) => entry(harEntry(exchange)))
            .join('')
        },
        end: () => '\n]}}\n',
      }
    },
  }
}

function selected(event: RunEvent, selection: HarSelection): readonly Exchange[] {
  if (selection === 'all') return event.type === 'exchange' ? [event.exchange] : []
  return event.type === 'clause-judged' ? event.failures.flatMap(exchangesOfFailure) : []
}
