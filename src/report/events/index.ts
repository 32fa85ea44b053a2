// The event log as JSON lines, which the program writes during the run.

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
