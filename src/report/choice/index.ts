// Which reports there are to choose from, by name alone: the options of a command take nothing that writes one.

/** The names that `--reports` has for them. */
export const reportFormats = [
  ...(['events', 'json', 'junit', 'html', 'markdown', 'codequality', 'ctrf', 'sarif', 'tap'] as const),
  'badge',
] as const

/** A kind of report, as `--reports` names it. */
export type ReportFormat = (typeof reportFormats)[number]

/** Those that a run writes unless told otherwise. */
export const defaultFormats: readonly ReportFormat[] = ['events', 'json', 'junit', 'html', 'markdown']

/** Which exchanges an archive has: all of the run, or those that its failures show. */
export const harSelections = ['all', 'failures', 'none'] as const
export type HarSelection = (typeof harSelections)[number]
