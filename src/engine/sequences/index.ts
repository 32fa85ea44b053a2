// Sends random commands to several resources, compares responses with a model, and shortens a failing
// sequence.
export { checkAlternation } from './alternation.ts'
export { checkSequences } from './sequence.ts'
