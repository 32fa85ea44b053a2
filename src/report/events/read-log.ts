// Reads and validates event logs.
import { join } from 'node:path'
import { ConfigurationError, messageOf } from '../../base/error.ts'
import type { RunEvent } from '../../base/event.ts'
import { readInput } from '../../base/files/input-file.ts'
import { type Line, linesOf } from '../../base/files/lines.ts'
import { isObject, parse } from '../../base/json.ts'
import { packageRoot } from '../../base/package-root.ts'
import type { ValidateFunction } from '../../base/schemas/ajv.ts'
import { faultInWords } from '../../base/schemas/in-words.ts'
import { logVersion } from '../../base/tool.ts'

type Validators = ReadonlyMap<unknown, ValidateFunction<RunEvent>>

let compiled: Promise<Validators> | null = null

export interface ReadLog {
  readonly events: Iterable<RunEvent>
  /** Returns whether the log is incomplete. Call this function after reading all events. */
  readonly isCut: () => boolean
}

/**
 * Reads one event at a time. Skips an incomplete last line, which a crash can leave.
 * @throws ConfigurationError for a missing file, or for a line that is not an event
 */
export async function readLog(file: string): Promise<ReadLog> {
  compiled ??= compile()
  const validators = await compiled
  let cut = false
  function* events(): Generator<RunEvent> {
    let number = 0
    for (const { text, ended } of lines(file)) {
      number += 1
      const parsed = parse(text)
      if (!parsed.ok && !ended) {
        cut = true
        return
      }
      if (!parsed.ok)
        throw new ConfigurationError(
          `Line ${number} of ${file} is not JSON (${parsed.message}): give a folder that contains the events.ndjson of a run.`,
        )
      const type = isObject(parsed.value) ? parsed.value.type : undefined
      const version = isObject(parsed.value) ? parsed.value.logVersion : undefined
      if (typeof version === 'number' && version !== logVersion)
        throw new ConfigurationError(
          `${file} is a log of version ${version}, but this version of the tool reads version ${logVersion}: use the version that wrote it.`,
        )
      const validate = validators.get(type)
      if (validate === undefined)
        throw new ConfigurationError(
          `Line ${number} of ${file} is an event of an unknown type: give an unchanged log of this version of the tool.`,
        )
      if (!validate(parsed.value)) {
        const [error] = validate.errors ?? []
        throw new ConfigurationError(
          `Line ${number} of ${file} is not an event of a run${error?.instancePath ? `, at ${error.instancePath}` : ''} (${error === undefined ? 'its form is wrong' : faultInWords(error)}): give an unchanged log of this version of the tool.`,
        )
      }
      yield parsed.value
    }
  }
  return { events: events(), isCut: () => cut }
}

function* lines(file: string): Generator<Line> {
  try {
    yield* linesOf(file)
  } catch (error) {
    throw new ConfigurationError(
      `The event log ${file} can't be read (${messageOf(error)}): give the report folder of a run.`,
    )
  }
}

// Ajv loads slowly.
async function compile(): Promise<Validators> {
  const { Ajv2020 } = await import('ajv/dist/2020.js')
  const schema = JSON.parse(
    readInput(join(packageRoot, 'schemas', 'meta', 'event-log.json')),
  ) as EventLogSchema
  const ajv = new Ajv2020({ strict: true })
  ajv.addSchema(schema)
  return new Map(
    schema.$defs.event.oneOf.map(({ $ref }) => {
      const name = $ref.slice($ref.lastIndexOf('/') + 1)
      return [
        schema.$defs[name]?.properties?.type.const,
        ajv.compile<RunEvent>({ $ref: `${schema.$id}${$ref}` }),
      ]
    }),
  )
}

interface EventLogSchema {
  readonly $id: string
  readonly $defs: Readonly<
    Record<string, { readonly properties?: { readonly type: { readonly const: string } } }>
  > & {
    readonly event: { readonly oneOf: readonly { readonly $ref: string }[] }
  }
}
