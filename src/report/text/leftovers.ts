// What a run left behind in words: what is there, and what may be there, as no response said whether it was made.
import { groupedBy } from '../../base/collections/grouped.ts'
import type { LeakedRef, Report } from '../model/report.ts'
import { counted } from './plain.ts'

/** What is there and no profile excuses. */
export function leftBehind({ leaked }: Report['resources']): readonly LeakedRef[] {
  return leaked.filter(({ excused, uncertain }) => excused === undefined && uncertain === undefined)
}

/** What may be there and no profile excuses. */
export function mayBeThere({ leaked }: Report['resources']): readonly LeakedRef[] {
  return leaked.filter(({ excused, uncertain }) => excused === undefined && uncertain !== undefined)
}

const namesShownMax = 3

/** One sentence for all of a kind that are looked for in one way: which names, and how to look for them. */
export function searchesInWords(resources: Report['resources']): string[] {
  return [...groupedBy(mayBeThere(resources), ({ kind, uncertain }) => `${kind} ${uncertain}`).values()].map(
    (all) => {
      const [{ kind, uncertain = '' }] = all as [LeakedRef]
      const names = all.slice(0, namesShownMax).map(({ id }) => id)
      const rest = all.length - names.length
      const which = rest > 0 ? `${names.join(', ')} and ${rest} more in the report` : names.join(', ')
      return `${kind} ${which}: ${uncertain}.`
    },
  )
}

/** "No response says whether 2 resources were made": the heading of these sentences. */
export function searchHeading(resources: Report['resources']): string {
  const { length } = mayBeThere(resources)
  return `No response says whether ${counted(length, 'resource')} ${length === 1 ? 'was' : 'were'} made`
}
