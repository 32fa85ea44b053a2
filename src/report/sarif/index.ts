// The SARIF report format, for code scanning services and editors.
import { formatOf } from '../format.ts'
import { sarifJson } from './sarif.ts'

export const sarifFormat = formatOf('report.sarif', sarifJson)
