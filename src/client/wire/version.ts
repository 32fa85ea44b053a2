// The checker's name and version in requests.
import { tool } from '../../base/tool.ts'

/** RFC 9110, 10.1.5. */
export const userAgent = `${tool.name}/${tool.version}`
