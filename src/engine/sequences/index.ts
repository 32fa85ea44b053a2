// Sequences: random commands over several resources of one kind, held against a model of what these have to be, and shrunk
// to the shortest one that fails. Entered by this file alone.
export { checkAlternation } from './alternation.ts'
export { checkSequences } from './sequence.ts'
