// This package, as reports, requests and commands name it, and the versions of what it writes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from './package-root.ts'

/** What wrote a log or a report. */
export interface ToolInfo {
  readonly name: string
  readonly version: string
}

const { name, version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as ToolInfo

export const tool: ToolInfo = { name, version }

// Raised when a reader of the version before could not read a file any more.

/** Version of reports, and of what is made of several. */
export const schemaVersion = 1

/** Version of event logs. */
export const logVersion = 1
