// First half of the complete kill matrix. For one fault in ten, only the clauses that the fault names may
// fail.
import { test } from 'vitest'
import { allFaults, half } from '../proof/kill-matrix.ts'
import { holdFault } from './kill-matrix.ts'

test.concurrent.for(half(await allFaults(), 0))('$name turns $owner red', holdFault)
