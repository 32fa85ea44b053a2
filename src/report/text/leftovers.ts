// Describes leftovers: resources that the run did not remove, or perhaps did not remove.
import { groupedBy } from '../../base/collections/grouped.ts'
import { counted } from '../../base/text/counted.ts'
import type { LeakedRef, Report } from '../model/report.ts'

export function leftBehind({ leaked }: Report['resources']): readonly LeakedRef[] {
  return leaked.filter(({ excused, uncertain }) => excused === undefined && uncertain === undefined)
}

export function mayBeThere({ leaked }: Report['resources']): readonly LeakedRef[] {
  return leaked.filter(({ excused, uncertain }) => excused === undefined && uncertain !== undefined)
}

const namesShownMax = 3

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

export function searchHeading(resources: Report['resources']): string {
  const { length } = mayBeThere(resources)
  return `${counted(length, 'resource')} may be left behind: no response shows whether the tenant created ${length === 1 ? 'it' : 'them'}`
}
