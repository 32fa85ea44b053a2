// The report as a page: one self-contained HTML file that shows hostile text and obeys none of it.
import { formatOf } from '../format.ts'
import { reportHtml } from './html.ts'

export { reportHtml }

export const htmlFormat = formatOf('report.html', reportHtml)
