// The names of report formats. Command options import these names without loading any report writer.

/** Values of `--reports`. */
export const reportFormats = [
  ...(['events', 'json', 'junit', 'html', 'markdown', 'codequality', 'ctrf', 'sarif', 'tap'] as const),
  'badge',
] as const

export type ReportFormat = (typeof reportFormats)[number]

/** The default of `--reports`. */
export const defaultFormats: readonly ReportFormat[] = ['events', 'json', 'junit', 'html', 'markdown']

/** Exchanges in an archive: all of the run, or those of its failures. */
export const harSelections = ['all', 'failures', 'none'] as const
export type HarSelection = (typeof harSelections)[number]
