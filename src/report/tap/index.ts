// The report for test harnesses, on standard output.
export { tapText } from './tap.ts'
