// The report for the test tabs of CI systems.
import { formatOf } from '../format.ts'
import { junitXml } from './junit.ts'

export { junitXml }

export const junitFormat = formatOf('junit.xml', junitXml)
