// Random commands on several resources, compared with a model and shrunk. Other folders import this file
// only.
export { checkAlternation } from './alternation.ts'
export { checkSequences } from './sequence.ts'
