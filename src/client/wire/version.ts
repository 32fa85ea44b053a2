// The checker's name and version, as its requests state them.
import { tool } from '../../base/tool.ts'

/** Value of the User-Agent header (RFC 9110, 10.1.5), for example "tenant-conformance/0.1.0". */
export const userAgent = `${tool.name}/${tool.version}`
