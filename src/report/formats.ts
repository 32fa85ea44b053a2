// The formats of report files, by the names that `--reports` has for them. A further one is its folder and a line here.

import { badgeFormat } from './badge/index.ts'
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

const all = {
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
} as const satisfies Readonly<Record<string, Format>>

/** A kind of report, as `--reports` names it. */
export type ReportFormat = keyof typeof all

export const formats: Readonly<Record<ReportFormat, Format>> = all

export const reportFormats = Object.keys(all) as readonly ReportFormat[]

/** Those that a run writes unless told otherwise. */
export const defaultFormats: readonly ReportFormat[] = ['events', 'json', 'junit', 'html', 'markdown']

/** Their files. */
export const reportFiles: readonly string[] = defaultFormats.map((format) => all[format].file)
