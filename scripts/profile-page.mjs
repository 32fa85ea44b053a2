// Writes the list of keys in docs/profile.md from the JSON Schemas of profiles.
import { readFileSync, writeFileSync } from 'node:fs'
import { withProfileTable } from '../dist/src/cli/help/profile-page.js'

const file = new URL('../docs/profile.md', import.meta.url)
writeFileSync(file, withProfileTable(readFileSync(file, 'utf8')))
