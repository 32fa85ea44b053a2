// Says where the answer to an open point comes from.
import type { OpenPointSource } from '../../base/event.ts'

export const sourcesInWords: Readonly<Record<OpenPointSource, string>> = {
  declared: 'from the profile',
  observed: 'from responses',
  unknown: 'no answer',
}
