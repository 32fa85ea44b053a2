// Sends random commands to several resources, compares the responses with a model, and shortens a
// failing sequence. Code in other folders imports only this file.
export { checkAlternation } from './alternation.ts'
export { checkSequences } from './sequence.ts'
