// Renders a report format from an event log.
import type { RunEvent } from '../../src/base/event.ts'
import { type Format, toReport } from '../../src/report/index.ts'

export function rendered(format: Format, events: readonly RunEvent[], folder = 'reports'): string {
  const writer = format.begin(folder)
  const heard = events.map((event) => writer.hear?.(event) ?? '')
  return heard.join('') + writer.end(toReport(events))
}
