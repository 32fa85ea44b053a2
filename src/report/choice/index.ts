// Names of report formats. Options import this file without loading the report writers.

export const reportFormats = [
  ...(['events', 'json', 'junit', 'html', 'markdown', 'codequality', 'ctrf', 'sarif', 'tap'] as const),
  'badge',
] as const

export type ReportFormat = (typeof reportFormats)[number]

/** The default of `--reports`. */
export const defaultFormats: readonly ReportFormat[] = ['events', 'json', 'junit', 'html', 'markdown']

export const harSelections = ['all', 'failures', 'none'] as const
export type HarSelection = (typeof harSelections)[number]
