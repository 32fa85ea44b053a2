// First half of the whole kill matrix. For one fault in ten, no other clause may fail.
import { test } from 'vitest'
import { allFaults, half } from '../proof/kill-matrix.ts'
import { holdFault } from './kill-matrix.ts'

test.concurrent.for(half(await allFaults(), 0))('$name turns $owner red', holdFault)
