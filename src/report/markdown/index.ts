// The format of the Markdown summary.
import { formatOf } from '../format.ts'
import { summaryMarkdown } from './markdown.ts'

export { summaryMarkdown }

export const markdownFormat = formatOf('summary.md', (report) => summaryMarkdown(report))
