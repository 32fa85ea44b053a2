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

/** How messages write the command. In a clone, `npm start --` is the same command. */
export const commandName = `npx ${name}`

// Each version grows when older versions of the tool can no longer read the file.

/** Version of the format of reports and merged reports. */
export const schemaVersion = 1

export const logVersion = 1
