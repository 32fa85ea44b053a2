// Asks questions at a terminal, and hides secrets while the user types.
import type { Readable, Writable } from 'node:stream'

export interface Person {
  readonly input: Readable
  readonly output: Writable
}

export class Cancelled extends Error {
  override readonly name = 'Cancelled'
}

/** Every method rejects with `Cancelled` if the user cancels. */
export interface Prompts {
  /** @param wrong describes the problem of an answer, or returns null for a good answer */
  line(message: string, placeholder: string, wrong: (answer: string) => string | null): Promise<string>
  secret(message: string): Promise<string>
  yes(message: string, initially: boolean): Promise<boolean>
  one<T extends string>(
    message: string,
    options: readonly { value: T; label: string; hint?: string }[],
  ): Promise<T>
}

/** Loads the prompt library here, because only `init` needs it. */
export async function promptsTo({ input, output }: Person): Promise<Prompts> {
  const { confirm, isCancel, password, select, text } = await import('@clack/prompts')
  const streams = { input, output }
  const answered = <T>(answer: T): Exclude<T, symbol> => {
    if (isCancel(answer)) throw new Cancelled()
    return answer as Exclude<T, symbol>
  }
  return {
    line: async (message, placeholder, wrong) =>
      answered(
        await text({
          ...streams,
          message,
          placeholder,
          validate: (value) => wrong((value ?? '').trim()) ?? undefined,
        }),
      ).trim(),
    secret: async (message) =>
      answered(
        await password({
          ...streams,
          message,
          clearOnError: true,
          validate: (value) => ((value ?? '').trim() === '' ? 'Nothing was typed.' : undefined),
        }),
      ).trim(),
    yes: async (message, initially) =>
      answered(await confirm({ ...streams, message, initialValue: initially })),
    one: async (message, options) =>
      answered(await select({ ...streams, message, options: options.map((one) => ({ ...one })) as never })),
  }
}
