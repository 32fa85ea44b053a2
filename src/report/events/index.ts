// The event log as a file: a line of JSON for each event, written while the run goes on.

import { visibleJson } from '../../base/visible.ts'
import type { Format } from '../format.ts'

export { readLog } from './read-log.ts'

export const eventsFormat: Format = {
  file: 'events.ndjson',
  inPlace: true,
  ofLog: true,
  begin: () => ({
    hear: (event) => `${visibleJson(event, 0)}\n`,
    end: () => '',
  }),
}
