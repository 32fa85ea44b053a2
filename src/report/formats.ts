// All report formats. A new format needs a folder, an entry here and a name in `choice/`.

import { badgeFormat } from './badge/index.ts'
import type { ReportFormat } from './choice/index.ts'
import { codeQualityFormat } from './codequality/index.ts'
import { ctrfFormat } from './ctrf/index.ts'
import { eventsFormat } from './events/index.ts'
import type { Format } from './format.ts'
import { htmlFormat } from './html/index.ts'
import { jsonFormat } from './json/index.ts'
import { junitFormat } from './junit/index.ts'
import { markdownFormat } from './markdown/index.ts'
import { sarifFormat } from './sarif/index.ts'
import { tapFormat } from './tap/index.ts'

export const formats: Readonly<Record<ReportFormat, Format>> = {
  events: eventsFormat,
  json: jsonFormat,
  junit: junitFormat,
  html: htmlFormat,
  markdown: markdownFormat,
  codequality: codeQualityFormat,
  ctrf: ctrfFormat,
  sarif: sarifFormat,
  tap: tapFormat,
  badge: badgeFormat,
}
