// Reading of a report file: checked against its schema before anything is made of it.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { ConfigurationError, messageOf } from '../../base/error.ts'
import { readInput } from '../../base/files/input-file.ts'
import { isObject, parse } from '../../base/json.ts'
import { packageRoot } from '../../base/package-root.ts'
import { type Report, schemaVersion } from './report.ts'
import { summaryOf } from './tally.ts'

let compiled: Promise<ValidateFunction<Report>> | null = null

/**
 * The report that `file` holds.
 *
 * @throws ConfigurationError where there is no such file, or where it holds no report of a version known here.
 */
export async function readReport(file: string): Promise<Report> {
  const parsed = parse(textOf(file))
  if (!parsed.ok)
    throw new ConfigurationError(
      `${file} is not JSON (${parsed.message}): give the path of a report.json, as a run wrote it.`,
    )
  const version = isObject(parsed.value) ? parsed.value.schemaVersion : undefined
  if (typeof version === 'number' && version !== schemaVersion)
    throw new ConfigurationError(
      `${file} is a report of schema version ${version}, and this is version ${schemaVersion}: read it with the tool that wrote it.`,
    )
  compiled ??= compile()
  const validate = await compiled
  // Versions before counted fewer kinds.
  if (validate(parsed.value)) {
    const report: Report = parsed.value
    return { ...report, summary: summaryOf(report.clauses) }
  }
  const error = validate.errors?.[0]
  const place = error?.instancePath ? ` at ${error.instancePath}` : ''
  throw new ConfigurationError(
    `${file} is not a report of tenant-conformance${place} (${error?.message ?? 'its shape is wrong'}): give the path of a report.json, as a run wrote it.`,
  )
}

function textOf(file: string): string {
  try {
    return readInput(file)
  } catch (error) {
    throw new ConfigurationError(
      `The report ${file} can't be read (${messageOf(error)}): give the path of a report.json.`,
    )
  }
}

async function compile(): Promise<ValidateFunction<Report>> {
  const schema = await readFile(join(packageRoot, 'schemas', 'meta', 'report.json'), 'utf8')
  return new Ajv2020({ strict: true }).compile<Report>(JSON.parse(schema))
}
