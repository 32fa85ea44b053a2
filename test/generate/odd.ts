// Unusual schemas from practice. Each file in the folder `odd/` is a group.
import { readdirSync, readFileSync } from 'node:fs'
import { byGroup, type Schemas } from './schemas.ts'

const folder = 'test/generate/odd'

const group = (name: string): Schemas<object> =>
  JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8')) as Schemas<object>

const names = readdirSync(folder)
  .map((file) => file.replace('.json', ''))
  .filter((name) => name !== 'impossible')
  .sort()

export const odd: Schemas<object> = byGroup(Object.fromEntries(names.map((name) => [name, group(name)])))

export const impossible: Schemas<object> = group('impossible')
