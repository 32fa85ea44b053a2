// Writes precomputed data into the build, to save time at each start (docs/decisions/0026-start-time.md).
import { mkdirSync, writeFileSync } from 'node:fs'
import { precompiledFiles } from '../dist/src/build/precompiled.js'

const dist = new URL('../dist/', import.meta.url)
mkdirSync(new URL('validators', dist), { recursive: true })
for (const [file, text] of await precompiledFiles()) writeFileSync(new URL(file, dist), text)
