// Derives the data for shell completion from the commands.
import type { Argument, Command, Option } from 'commander'

const wordLists = [
  'clauses',
  'faults',
  'variations',
  'profiles',
  'operations',
  'concerns',
  'commands',
] as const
export type WordList = (typeof wordLists)[number]

export interface Value {
  readonly words: WordList | readonly string[] | null
  readonly paths: 'files' | 'folders' | null
  readonly variadic: boolean
}

export interface CompletedOption {
  readonly flags: readonly string[]
  readonly description: string
  readonly value: Value | null
}

export interface CompletedCommand {
  /** Words of the command, for example "fleet run". The path of the program itself is "". */
  readonly path: string
  readonly commands: readonly { readonly name: string; readonly description: string }[]
  readonly options: readonly CompletedOption[]
  readonly values: readonly Value[]
}

const placeholders: Readonly<Record<string, Pick<Value, 'words' | 'paths'>>> = {
  id: { words: 'clauses', paths: null },
  'id-or-glob': { words: 'clauses', paths: null },
  'id-or-prefix': { words: 'clauses', paths: null },
  clauses: { words: 'clauses', paths: null },
  'command-or-clause': { words: 'commands', paths: null },
  fault: { words: 'faults', paths: null },
  variation: { words: 'variations', paths: null },
  operation: { words: 'operations', paths: null },
  concern: { words: 'concerns', paths: null },
  'file-or-name': { words: 'profiles', paths: 'files' },
  ...Object.fromEntries(
    ['file', 'report', 'reports', 'before', 'after'].map(
      (name) => [name, { words: null, paths: 'files' }] as const,
    ),
  ),
  folder: { words: null, paths: 'folders' },
}

/** Adds the options of the default command to the program, because users can omit the default command. */
export function completedCommands(program: Command, defaultName: string): readonly CompletedCommand[] {
  const standIn = program.commands.find((command) => command.name() === defaultName)
  return walk(program, '').map((one) =>
    one.path === '' && standIn !== undefined
      ? { ...one, options: [...one.options, ...completed(standIn, '').options.filter(isNewTo(one.options))] }
      : one,
  )
}

const isNewTo =
  (known: readonly CompletedOption[]) =>
  ({ flags }: CompletedOption): boolean =>
    !known.some((one) => one.flags.some((flag) => flags.includes(flag)))

function walk(command: Command, path: string): readonly CompletedCommand[] {
  return [
    completed(command, path),
    ...command.commands.flatMap((one) => walk(one, path === '' ? one.name() : `${path} ${one.name()}`)),
  ]
}

function completed(command: Command, path: string): CompletedCommand {
  const help = command.createHelp()
  return {
    path,
    commands: command.commands.map((one) => ({ name: one.name(), description: one.description() })),
    options: help.visibleOptions(command).map((option) => ({
      flags: [option.long, option.short].filter((flag) => flag != null),
      description: option.description,
      value: option.required || option.optional ? standFor(option, placeholderOf(option.flags)) : null,
    })),
    values: command.registeredArguments.map((argument) => standFor(argument, argument.name())),
  }
}

function placeholderOf(flags: string): string {
  return /[<[]([\w/:-]+)/.exec(flags)?.[1] ?? ''
}

function standFor({ argChoices, variadic }: Argument | Option, placeholder: string): Value {
  const known = argChoices === undefined ? placeholders[placeholder] : { words: argChoices, paths: null }
  return { words: known?.words ?? null, paths: known?.paths ?? null, variadic }
}
