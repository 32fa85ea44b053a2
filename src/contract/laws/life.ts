// Laws of the life of a resource: what is gone, what is listed, what stands below what.
import { depth, isSupplied, refusal, refuses, statuses } from './condition.ts'
import type { Law } from './law.ts'

export const lawsOfLife: readonly Law[] = [
  {
    name: 'gone-after-delete',
    level: 'MUST',
    holdsFor: ({ idParameter, act }, resource) =>
      act === 'delete' && isSupplied(resource)
        ? true
        : idParameter !== null &&
          act !== 'other' &&
          resource.life.delete !== undefined &&
          resource.life.create !== undefined,
    statement: (_operation, { afterDelete }) =>
      `After a deletion it is answered with ${statuses(afterDelete, refusal)}.`,
  },
  {
    name: 'listed',
    level: 'MUST',
    holdsFor: ({ act }, { life }) => act === 'list' && life.create !== undefined,
    statement: (_operation, { life }) =>
      life.delete === undefined
        ? 'One that was made is in the list, as a read of it shows it.'
        : 'One that was made is in the list, as a read of it shows it, and one that was deleted is not.',
  },
  {
    name: 'total',
    level: 'MUST',
    holdsFor: ({ act }, { total, life }) => act === 'list' && total !== null && life.create !== undefined,
    statement: (_operation, { total }) => `${total?.slice(1)} is the number of all.`,
  },
  {
    name: 'wrong-parent',
    level: 'MUST',
    holdsFor: (operation, { life }) =>
      operation.idParameter !== null &&
      depth(operation) > 1 &&
      life.create !== undefined &&
      refuses(operation, 'unknown'),
    statement: ({ refusals }) =>
      `One that stands below another parent is refused with ${statuses(refusals.unknown, refusal)}.`,
  },
  {
    name: 'gone-with-parent',
    level: 'MUST',
    holdsFor: (operation, { life, removedWith }, { resources }) =>
      operation.act === 'read' &&
      life.create !== undefined &&
      removedWith !== null &&
      resources.get(removedWith)?.life.delete !== undefined,
    statement: (_operation, { removedWith }) => `It is gone when what it stands below (${removedWith}) is.`,
  },
]
