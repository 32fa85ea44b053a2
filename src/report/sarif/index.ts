// The SARIF report, for code scanning and editors.
import { formatOf } from '../format.ts'
import { sarifJson } from './sarif.ts'

export const sarifFormat = formatOf('report.sarif', sarifJson)
