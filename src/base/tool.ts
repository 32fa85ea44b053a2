// This package, as reports, requests and commands name it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ToolInfo } from './event.ts'
import { packageRoot } from './package-root.ts'

const { name, version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as ToolInfo

export const tool: ToolInfo = { name, version }
