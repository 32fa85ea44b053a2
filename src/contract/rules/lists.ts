// Rules about lists: pages, filters, sorting.
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
  const asked = queries.includes('') ? '' : ` with ${queries.join(' or ')} in the query`
  return `The list is sorted by ${dotted(by)}${descending === true ? ', the greatest first,' : ''}${asked}.`.replace(
    ',.',
    '.',
  )
}

export const rulesOfLists: readonly Rule[] = [
  {
    name: 'page-size',
    level: 'MUST',
    holdsFor: (operation, resource) =>
      isListOfOwn(operation, resource) && resource.paging?.size !== undefined,
    statement: (_operation, { paging }) => `A page holds at most as many items as ${paging?.size} says.`,
  },
  {
    name: 'each-once',
    level: 'MUST',
    // A short list has one page.
    holdsFor: (operation, resource) =>
      isListOfOwn(operation, resource) &&
      resource.paging?.size !== undefined &&
      (resource.paging.by !== undefined || resource.next !== null),
    statement: () => 'All pages of the list together show each item once.',
  },
  {
    name: 'link-next',
    level: 'MUST',
    holdsFor: (operation, resource) =>
      isListOfOwn(operation, resource) &&
      resource.paging?.size !== undefined &&
      resource.paging.link === true,
    statement: () => 'The pages that Link headers name as the next ones (RFC 8288) show each item once.',
  },
  {
    name: 'parameter-filters',
    level: 'MUST',
    holdsFor: (operation, resource) => isListOfOwn(operation, resource) && resource.filters.size > 0,
    statement: () => 'A filter leaves only the items that match it, and all of these.',
    each: (_operation, { filters }) =>
      [...filters].map(([parameter, { member, match }]) => ({
        id: filterClause(parameter),
        statement: `With ${parameter} in the query the list shows the items whose ${dotted(member)} ${match === 'contains' ? 'contains that text' : 'has that value'}, and no others.`,
        part: '',
      })),
  },
  {
    name: 'sorted',
    level: 'MUST',
    holdsFor: (operation, resource) => isListOfOwn(operation, resource) && resource.sorting.length > 0,
    statement: () => 'The list is sorted as the query says.',
    each: (_operation, { sorting }) =>
      [...new Set(sorting.map(sortingClause))].map((id) => ({
        id,
        statement: sortedInWords(sorting.filter((one) => sortingClause(one) === id)),
        part: '',
      })),
  },
]
