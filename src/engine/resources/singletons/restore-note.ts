// Words the notes about a singleton that the run restored or left unchanged.
import type { Saved } from '../../ledger/ledger-entry.ts'
import { isPlural } from '../grammar.ts'
import type { Kind } from '../kind.ts'

const says = ({ title }: Kind, one: string, many: string): string => (isPlural(title) ? many : one)

export function asBefore(kind: Kind): string {
  return `The ${kind.title} ${says(kind, 'is as it was', 'are as they were')} before the run.`
}

function changedMeanwhile(kind: Kind): string {
  return `The ${kind.title} ${says(kind, 'was', 'were')} changed by somebody else while the run lasted: ${says(kind, 'it holds', 'they hold')} what neither was there before nor came from it`
}

export function notPutBack(kind: Kind): string {
  return `${changedMeanwhile(kind)}. ${says(kind, 'It was', 'They were')} not put back.`
}

export function leftAlone(kind: Kind): string {
  return `${changedMeanwhile(kind)}. The run lets ${says(kind, 'it', 'them')} be.`
}

/** @param members names only, because values may be secret */
export function besideLost(kind: Kind, members: readonly string[]): string {
  return `The ${kind.title} could not be put back as a whole: ${members.join(', ')} ${members.length === 1 ? 'differs' : 'differ'} from before, and the contract does not name ${members.length === 1 ? 'it' : 'them'}. Name the members of a read in the request's schema, or as serverSet if the service sets them.`
}

/**
 * @param foreign true if another client changed some of the content
 * @param by the option that declares the defaults
 */
export function putBack(kind: Kind, source: Saved['source'], foreign: boolean, by: string): string {
  if (foreign)
    return `${changedMeanwhile(kind)}. What came from the run was put back, the rest left as it is.`
  const were = `The ${kind.title} ${says(kind, 'was', 'were')}`
  return source === 'read'
    ? `${were} put back to what was read before the run.`
    : `${were} set to the specification's defaults, as ${by} says that these stood there.`
}
