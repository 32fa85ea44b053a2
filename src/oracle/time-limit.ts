// Limits the time of synchronous work such as regular expressions.
import { type Context, createContext, Script } from 'node:vm'
import { codeOf } from '../base/error.ts'

type Timed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false }

const box: { work: () => void } = { work: () => undefined }
// The first use creates these objects, because their creation would slow every start.
let made: { readonly context: Context; readonly script: Script } | null = null

/** The result is not `ok` after the time limit or a stack overflow. */
export function withinMs<T>(durationMs: number, work: () => T): Timed<T> {
  let outcome: Timed<T> = { ok: false }
  box.work = () => {
    outcome = { ok: true, value: work() }
  }
  made ??= { context: createContext(box), script: new Script('work()') }
  try {
    made.script.runInContext(made.context, { timeout: durationMs })
  } catch (error) {
    const endless = error instanceof RangeError || codeOf(error) === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
    if (!endless) throw error
    return { ok: false }
  } finally {
    box.work = () => undefined
  }
  return outcome
}
