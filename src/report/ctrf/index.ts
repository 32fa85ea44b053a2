// The report as CTRF (Common Test Report Format), for the actions and dashboards that read it.
import { formatOf } from '../format.ts'
import { ctrfJson } from './ctrf.ts'

export const ctrfFormat = formatOf('ctrf.json', ctrfJson)
