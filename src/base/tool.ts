// Name and version of this package, and versions of its file formats.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from './package-root.ts'

export interface ToolInfo {
  readonly name: string
  readonly version: string
}

const { name, version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as ToolInfo

export const tool: ToolInfo = { name, version }

/** The command in messages. In a clone, `npm start --` does the same. */
export const commandName = `npx ${name}`

// A format gets a higher version when older versions of the tool cannot read its new files.

export const schemaVersion = 1

export const logVersion = 1
