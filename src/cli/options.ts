// Adds the declared options to commands.
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Given, OptionDeclaration } from '../base/options/option.ts'
import { clientOptions, runOptions } from '../base/options/run-options.ts'
import { tenantOptions } from '../settings/tenant-options.ts'

const declarations = { ...tenantOptions, ...runOptions }

export type OptionName = keyof typeof declarations

/** Values of the options that the user gave. `ca` is the name of a file. */
export type Flags<Name extends OptionName = OptionName> = Pick<Given<typeof declarations>, Name>

/** Stores the value under the declared name, and not under the name of the flag. */
class DeclaredOption extends Option {
  readonly #name: string

  constructor(name: string, flags: string, description: string) {
    super(flags, description)
    this.#name = name
  }

  override attributeName(): string {
    return this.#name
  }
}

/** @param words descriptions that replace the declared ones */
export function addOptions(
  command: Command,
  names: readonly OptionName[],
  words: Readonly<Partial<Record<OptionName, string>>> = {},
): Command {
  for (const name of names) command.addOption(optionOf(name, words[name]))
  return command
}

function optionOf(name: OptionName, words: string | undefined): Option {
  const { flags, description, choices, suggestions, range, isRepeated }: OptionDeclaration =
    declarations[name]
  const option = new DeclaredOption(name, flags, words ?? description)
  if (choices !== undefined) return option.choices(choices)
  if (suggestions !== undefined) return option.choices(suggestions).argParser((text) => text)
  if (range !== undefined) return option.argParser(number)
  return isRepeated === true ? option.argParser(collect).default([]) : option
}

/** @throws InvalidArgumentError if the text is not a number */
export function number(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('Give a number.')
  return value
}

export function collect(value: string, all: readonly string[]): string[] {
  return [...all, value]
}

export const addressNames = ['baseUrl', 'authUrl', 'contract', 'profile'] as const

export const receiverNames = ['webhookListen', 'webhookCert', 'webhookKey'] as const

export const clientNames = Object.keys(clientOptions) as readonly (keyof typeof clientOptions)[]

export const connectionNames = ['rate', ...clientNames, 'ca', 'insecureHttp', ...receiverNames] as const

export type ConnectionFlags = Flags<(typeof connectionNames)[number]>

export type TenantFlags = ConnectionFlags & Flags<(typeof addressNames)[number]>
