// The names of report formats. Options import only this file, because the report writers load slowly.

export const reportFormats = [
  ...(['events', 'json', 'junit', 'html', 'markdown', 'codequality', 'ctrf', 'sarif', 'tap'] as const),
  'badge',
] as const

export type ReportFormat = (typeof reportFormats)[number]

export const defaultFormats: readonly ReportFormat[] = ['events', 'json', 'junit', 'html', 'markdown']

export const harSelections = ['all', 'failures', 'none'] as const
export type HarSelection = (typeof harSelections)[number]
