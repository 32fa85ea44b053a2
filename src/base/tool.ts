// Name and version of this package and its file formats.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from './package-root.ts'

export interface ToolInfo {
  readonly name: string
  readonly version: string
}

const { name, version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as ToolInfo

export const tool: ToolInfo = { name, version }

// Each rises when older readers can no longer read a file.

/** Version of reports and merged files. */
export const schemaVersion = 1

export const logVersion = 1
