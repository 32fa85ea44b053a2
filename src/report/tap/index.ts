// The TAP report format.
import { formatOf } from '../format.ts'
import { tapText } from './tap.ts'

export { tapText }

export const tapFormat = formatOf('report.tap', tapText)
