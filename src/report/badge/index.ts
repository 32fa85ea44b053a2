// The report format of the badge.
import { formatOf } from '../format.ts'
import { badgeJson } from './badge.ts'

export const badgeFormat = formatOf('badge.json', badgeJson)
