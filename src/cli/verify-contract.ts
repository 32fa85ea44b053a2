// The command `verify-contract` tests each clause of a contract with a stub server and mutated responses.
import { counted } from '../base/text/counted.ts'
import { exitCodes } from '../base/verdict.ts'
import { visible } from '../base/visible.ts'
import { type Verified, verifyContract } from '../library/verify-contract.ts'
import type { Terminal } from './terminal.ts'

export interface VerifyFlags {
  readonly only?: readonly string[]
  readonly format: 'text' | 'json'
  readonly quiet?: boolean
}

/** @returns 0 if all clauses are proven, otherwise 1; 130 after a signal */
export async function verify(folder: string, flags: VerifyFlags, terminal: Terminal): Promise<number> {
  const stop = new AbortController()
  const unhook = terminal.onStop(() => stop.abort())
  const telling = terminal.isTTY && flags.quiet !== true
  try {
    const verified = await verifyContract(folder, {
      only: flags.only,
      signal: stop.signal,
      onProgress: (done, all) => {
        if (telling) terminal.error(`\r${done} of ${counted(all, 'mutation')}`)
      },
    })
    if (telling) terminal.error('\r\u001b[K')
    if (flags.format === 'json') terminal.write(`${JSON.stringify(summarised(verified), null, 2)}\n`)
    else terminal.write(`${visible(textOf(verified, flags), { lines: true })}\n`)
    if (stop.signal.aborted) return exitCodes.interrupted
    return verified.clauses.every(({ proven }) => proven) ? exitCodes.conformant : exitCodes['non-conformant']
  } finally {
    unhook()
  }
}

function summarised({ contract, clauses }: Verified): object {
  const proven = clauses.filter((one) => one.proven).length
  return {
    contract,
    summary: { clauses: clauses.length, proven, unproven: clauses.length - proven },
    clauses,
  }
}

function textOf({ contract, clauses }: Verified, { quiet }: VerifyFlags): string {
  const unproven = clauses.filter(({ proven }) => !proven)
  const told = quiet === true ? unproven : clauses
  return [
    `Contract ${contract.name} ${contract.version} (${contract.title}), tested on a stub made from the contract`,
    '',
    ...told.map(
      ({ clause, proven, reason }) => `${clause}\n    ${proven ? 'proven by' : 'not proven'}: ${reason}`,
    ),
    '',
    `${counted(clauses.length, 'clause')}: ${clauses.length - unproven.length} proven, ${unproven.length} not proven`,
  ].join('\n')
}
