// A limit on the time of work that is done in one go, such as a pattern's: nothing else can end it from within.
import { type Context, createContext, Script } from 'node:vm'
import { codeOf } from '../base/error.ts'

/** What came of work with a time limit. */
type Timed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false }

const box: { work: () => void } = { work: () => undefined }
// Made for the first pattern, as a run has sent its first requests by then.
let made: { readonly context: Context; readonly script: Script } | null = null

/** Does `work`, which is broken off after `durationMs`; so is what takes more room on the stack than there is. */
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
