// Built-in rules about lists: pages, filters and sorting.
import { dotted } from '../../base/json.ts'
import type { Operation } from '../contract.ts'
import { kebab } from '../kebab.ts'
import type { Resource, Sorting } from '../resource.ts'
import type { Rule } from './rule.ts'

const isListOfOwn = ({ act }: Operation, { life }: Resource): boolean =>
  act === 'list' && life.create !== undefined

export const filterClause = (parameter: string): string => `query-${kebab(parameter)}-filters`

export const sortingClause = ({ by, descending }: Sorting): string =>
  `sorted-by-${kebab(by.slice(1).replaceAll('/', '-'))}${descending === true ? '-descending' : ''}`

function sortedInWords(all: readonly Sorting[]): string {
  const [{ by, descending } = { by: '', descending: false }] = all
  const queries = all.map(({ query }) =>
    Object.entries(query)
      .map(([parameter, value]) => `${parameter}=${String(value)}`)
      .join('&'),
  )
  const asked = queries.includes('') ? '' : ` if the query contains ${queries.join(' or ')}`
  return `The list is sorted by ${dotted(by)}${descending === true ? ' in descending order' : ''}${asked}.`
}

export const rulesOfLists: readonly Rule[] = [
  {
    name: 'page-size',
    level: 'MUST',
    holdsFor: (operation, resource) =>
      isListOfOwn(operation, resource) && resource.paging?.size !== undefined,
    statement: (_operation, { paging }) =>
      `No page contains more items than the value of the query parameter ${paging?.size}.`,
  },
  {
    name: 'each-once',
    level: 'MUST',
    // Without a page size, a short list has only one page.
    holdsFor: (operation, resource) =>
      isListOfOwn(operation, resource) &&
      resource.paging?.size !== undefined &&
      (resource.paging.by !== undefined || resource.next !== null),
    statement: () => 'All pages of the list together contain each item exactly once.',
  },
  {
    name: 'link-next',
    level: 'MUST',
    holdsFor: (operation, resource) =>
      isListOfOwn(operation, resource) &&
      resource.paging?.size !== undefined &&
      resource.paging.link === true,
    statement: () =>
      'All pages that a client reaches through Link headers with rel="next" together contain each item exactly once (RFC 8288).',
  },
  {
    name: 'parameter-filters',
    level: 'MUST',
    holdsFor: (operation, resource) => isListOfOwn(operation, resource) && resource.filters.size > 0,
    statement: () => 'If the query contains a filter, the list contains all matching items, and no others.',
    each: (_operation, { filters }) =>
      [...filters].map(([parameter, { member, match }]) => ({
        id: filterClause(parameter),
        statement: `If the query contains the parameter ${parameter}, the list contains all items whose member ${dotted(member)} ${match === 'contains' ? 'contains' : 'equals'} the value of the parameter, and no others.`,
        part: '',
      })),
  },
  {
    name: 'sorted',
    level: 'MUST',
    holdsFor: (operation, resource) => isListOfOwn(operation, resource) && resource.sorting.length > 0,
    statement: () => 'The list has the order that the query requests.',
    each: (_operation, { sorting }) =>
      [...new Set(sorting.map(sortingClause))].map((id) => ({
        id,
        statement: sortedInWords(sorting.filter((one) => sortingClause(one) === id)),
        part: '',
      })),
  },
]
