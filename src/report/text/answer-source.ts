// Names the source of the answer to an open point.
import type { OpenPointSource } from '../../base/event.ts'

export const sourcesInWords: Readonly<Record<OpenPointSource, string>> = {
  declared: 'from the profile',
  observed: 'from responses',
  unknown: 'no answer',
}
