// The report format CTRF (Common Test Report Format).
import { formatOf } from '../format.ts'
import { ctrfJson } from './ctrf.ts'

export const ctrfFormat = formatOf('ctrf.json', ctrfJson)
