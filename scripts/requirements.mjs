// Writes the tables of docs/requirements.md from the requirements, contract and faults of the built package.
import { readFileSync, writeFileSync } from 'node:fs'
import { requirementsPage, withRequirements } from '../dist/src/catalogue/requirements-page.js'

const file = new URL('../docs/requirements.md', import.meta.url)
writeFileSync(file, withRequirements(readFileSync(file, 'utf8'), await requirementsPage()))
