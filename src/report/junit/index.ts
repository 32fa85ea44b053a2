// The JUnit report format.
import { formatOf } from '../format.ts'
import { junitXml } from './junit.ts'

export { junitXml }

export const junitFormat = formatOf('junit.xml', junitXml)
