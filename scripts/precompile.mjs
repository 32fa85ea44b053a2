// Writes what no start has to make anew: validators of what ships, words that a shell completes (docs/decisions/0026-start-time.md).
import { mkdirSync, writeFileSync } from 'node:fs'
import { precompiledFiles } from '../dist/src/build/precompiled.js'

const dist = new URL('../dist/', import.meta.url)
mkdirSync(new URL('validators', dist), { recursive: true })
for (const [file, text] of await precompiledFiles()) writeFileSync(new URL(file, dist), text)
