// The report for test harnesses: on standard output, and as a file.
import { formatOf } from '../format.ts'
import { tapText } from './tap.ts'

export { tapText }

export const tapFormat = formatOf('report.tap', tapText)
