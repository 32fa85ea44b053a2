// The report as a summary in Markdown, for the page of a CI job.
import { formatOf } from '../format.ts'
import { summaryMarkdown } from './markdown.ts'

export { summaryMarkdown }

export const markdownFormat = formatOf('summary.md', (report) => summaryMarkdown(report))
