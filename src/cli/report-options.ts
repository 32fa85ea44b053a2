// Options that choose the reports of a run.
import { InvalidArgumentError, Option } from 'commander'
import { didYouMean } from '../base/text/nearest.ts'
import {
  defaultFormats,
  type HarSelection,
  harSelections,
  type ReportFormat,
  reportFormats,
} from '../report/choice/index.ts'

export interface ReportChoice {
  readonly reports: readonly ReportFormat[]
  readonly har: HarSelection
}

export function reportsOption(): Option {
  return new Option('--reports <list>', `reports to write, separated by commas: ${reportFormats.join(', ')}`)
    .argParser(formatNames)
    .default(defaultFormats, defaultFormats.join(','))
}

export function harOption(): Option {
  return new Option('--har <which>', 'exchanges to write into an HTTP archive, har.har')
    .choices(harSelections)
    .default('none')
}

/** @throws InvalidArgumentError for an empty name */
export function folderName(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('Give the name of a folder.')
  return text
}

function formatNames(text: string): readonly ReportFormat[] {
  const named = text.split(',').map((name) => name.trim())
  return [...new Set(named)].map((name) => {
    const known = reportFormats.find((format) => format === name)
    if (known !== undefined) return known
    throw new InvalidArgumentError(
      `There is no report "${name}"${didYouMean(name, reportFormats)}: choose among ${reportFormats.join(', ')}.`,
    )
  })
}

export const noGitHub = 'do not write annotations, a summary and outputs on GitHub Actions'
