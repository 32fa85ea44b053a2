// The checker's name and version, as its requests state them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, parse } from '../../base/json.ts'
import { packageRoot } from '../../base/package-root.ts'

const manifest = parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))
const version = manifest.ok && isObject(manifest.value) ? manifest.value.version : undefined

/** Value of the User-Agent header (RFC 9110, 10.1.5), for example "tenant-conformance/0.1.0". */
export const userAgent = `tenant-conformance/${typeof version === 'string' ? version : '0'}`
