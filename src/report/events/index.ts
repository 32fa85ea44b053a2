// The event log as JSON lines. The program writes the file during the run.

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
