// Describes the changes that each more permissive write mode adds.

import { type WriteMode, writeModes } from '../../base/write-mode.ts'
import type { Contract, Operation } from '../../contract/index.ts'
import { effectOf } from '../requests/operation-request.ts'

/** Returns text such as "--writes reversible creates shelves and removes them again; …". */
export function otherModes(contract: Contract, mode: WriteMode): string {
  const beyond = writeModes.slice(writeModes.indexOf(mode) + 1)
  const told = beyond.flatMap((one) => {
    const changes = [
      ...new Set(
        [...contract.operations.values()]
          .filter((operation) => effectOf(contract, operation) === one)
          .map((operation) => changeInWords(contract, operation)),
      ),
    ]
    return changes.length === 0 ? [] : [{ mode: one, changes: changes.join(', ') }]
  })
  return told
    .map((one, index) => `--writes ${one.mode} ${index === 0 ? '' : 'also '}${one.changes}`)
    .join('; ')
}

function changeInWords(contract: Contract, { act, name, resource }: Operation): string {
  const { title, singleton, life } = contract.resources.get(resource) ?? {
    title: name,
    singleton: false,
    life: {},
  }
  const all = singleton ? `the ${title}` : resource.replaceAll('-', ' ')
  if (singleton) return `changes ${all} and restores the previous content`
  if (life.create !== undefined) return `creates ${all} and later removes them`
  return act === 'delete' ? `deletes ${all} that the user supplied or the run created` : `sends ${name}`
}
