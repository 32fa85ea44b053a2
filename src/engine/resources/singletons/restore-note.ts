// Writes the notes about a singleton that the run restored or left unchanged.
import type { Saved } from '../../ledger/ledger-entry.ts'
import { isPlural } from '../grammar.ts'
import type { Kind } from '../kind.ts'

const says = ({ title }: Kind, one: string, many: string): string => (isPlural(title) ? many : one)

export function asBefore(kind: Kind): string {
  return `The ${kind.title} ${says(kind, 'is as it was', 'are as they were')} before the run.`
}

function changedMeanwhile(kind: Kind): string {
  return `Another client changed the ${kind.title} during the run: ${says(kind, 'it contains', 'they contain')} a new value that the run did not send`
}

export function notPutBack(kind: Kind): string {
  return `${changedMeanwhile(kind)}. The run did not restore ${says(kind, 'it', 'them')}.`
}

export function leftAlone(kind: Kind): string {
  return `${changedMeanwhile(kind)}. The run does not change ${says(kind, 'it', 'them')}.`
}

/** @param members names without values, because a value may be secret */
export function besideLost(kind: Kind, members: readonly string[]): string {
  return `The ${kind.title} could not be restored completely: ${members.join(', ')} ${members.length === 1 ? 'differs' : 'differ'} from before, and the contract does not name ${members.length === 1 ? 'it' : 'them'}. Name the members of a read in the request's schema, or as serverSet if the service sets them.`
}

/**
 * @param foreign true if another client changed some of the values
 * @param by the option that declares the defaults
 */
export function putBack(kind: Kind, source: Saved['source'], foreign: boolean, by: string): string {
  if (foreign)
    return `${changedMeanwhile(kind)}. The run undid its own changes and kept the changes of the other client.`
  const were = `The ${kind.title} ${says(kind, 'was', 'were')}`
  return source === 'read'
    ? `${were} restored to the values read before the run.`
    : `${were} set to the specification's defaults, because ${by} says that the tenant stored the defaults before the run.`
}
