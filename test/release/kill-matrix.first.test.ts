// First half of the complete kill matrix. With one fault in ten, no clause may fail that the fault does not
// name.
import { test } from 'vitest'
import { allFaults, half } from '../proof/kill-matrix.ts'
import { holdFault } from './kill-matrix.ts'

test.concurrent.for(half(await allFaults(), 0))('$name turns $owner red', holdFault)
