// The report format of GitLab Code Quality.
import { basename, isAbsolute, join, relative, sep } from 'node:path'
import { formatOf } from '../format.ts'
import { codeQualityJson } from './code-quality.ts'

export type { Finding } from './code-quality.ts'

export const codeQualityFormat = formatOf('codequality.json', (report, folder) =>
  codeQualityJson(report, belowTheJob(join(folder, 'report.json'))),
)

// CI services use paths relative to the folder of the job.
function belowTheJob(file: string): string {
  const way = relative('.', file).split(sep).join('/')
  return way.startsWith('../') || isAbsolute(way) ? basename(file) : way
}
