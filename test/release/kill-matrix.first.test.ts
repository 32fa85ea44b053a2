// The whole kill matrix, first half: every seeded fault turns its owner red, and of one in ten no clause fails that it does not name.
import { test } from 'vitest'
import { allFaults, half } from '../proof/kill-matrix.ts'
import { holdFault } from './kill-matrix.ts'

test.concurrent.for(half(await allFaults(), 0))('$name turns $owner red', holdFault)
