// The report as SARIF, for code scanning and the viewers in editors.
import { formatOf } from '../format.ts'
import { sarifJson } from './sarif.ts'

export const sarifFormat = formatOf('report.sarif', sarifJson)
