// The report for GitLab's Code Quality: a finding for each clause that is not well.
import { basename, isAbsolute, join, relative, sep } from 'node:path'
import { formatOf } from '../format.ts'
import { codeQualityJson } from './code-quality.ts'

export type { Finding } from './code-quality.ts'

export const codeQualityFormat = formatOf('codequality.json', (report, folder) =>
  codeQualityJson(report, belowTheJob(join(folder, 'report.json'))),
)

// Services name files by their way from the job's folder; a file outside of it has none, and keeps its name.
function belowTheJob(file: string): string {
  const way = relative('.', file).split(sep).join('/')
  return way.startsWith('../') || isAbsolute(way) ? basename(file) : way
}
