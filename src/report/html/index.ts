// The HTML report format.
import { formatOf } from '../format.ts'
import { reportHtml } from './html.ts'

export { reportHtml }

export const htmlFormat = formatOf('report.html', reportHtml)
