// Detects mistakes in a command line that the library commander would misunderstand.
import type { Command, Option } from 'commander'
import { ConfigurationError } from '../base/error.ts'
import { didYouMean } from '../base/text/nearest.ts'
import { commandName } from '../base/tool.ts'
import { pathOf } from './help/index.ts'

/**
 * Commander uses the next option as the value of an option without a value.
 * @throws ConfigurationError for an option without its value
 */
export function requireValues(program: Command, argv: readonly string[]): void {
  let command = program
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] ?? ''
    if (word === '--') return
    const inner = command.commands.find((one) => one.name() === word)
    if (inner !== undefined) {
      command = inner
      continue
    }
    const option = optionsOf(command).find(isCalled(word))
    if (option?.required !== true) continue
    const next = argv[index + 1]
    if (next !== undefined && optionsOf(command).some(isCalled(next)))
      throw new ConfigurationError(
        `${word} has no value, because ${next} follows it: write ${option.flags.replace(/^-\w, /, '')}.`,
      )
    index += 1
  }
}

const isCalled =
  (word: string) =>
  ({ short, long }: Option): boolean =>
    word === short || word === long

function optionsOf(command: Command): readonly Option[] {
  const unnamed = command.parent === null ? command.commands.find((one) => one.name() === 'run') : undefined
  return [...command.options, ...(unnamed?.options ?? [])]
}

/** @throws ConfigurationError if there are too many arguments */
export function requireNoMore(command: Command): void {
  const { registeredArguments, args, options } = command
  if (registeredArguments.at(-1)?.variadic === true || args.length <= registeredArguments.length) return
  const word = args[registeredArguments.length] ?? ''
  const name = command.name()
  const path = pathOf(command)
  if (/^https?:/i.test(word) && options.some(({ long }) => long === '--base-url'))
    throw new ConfigurationError(
      `An address needs --base-url: write \`${commandName} ${path} --base-url ADDRESS\`.`,
    )
  const longs = options.flatMap(({ long }) => long ?? [])
  throw new ConfigurationError(
    `${name} does not accept "${word}"${didYouMean(`--${word}`, longs)}: \`${commandName} ${path} --help\` lists the options.`,
  )
}

/**
 * Commander treats an unknown name as an argument of the default command.
 * @throws ConfigurationError with the nearest known command
 */
export function requireCommand(program: Command, argv: readonly string[]): void {
  let command = program
  for (const word of argv) {
    if (word.startsWith('-') || command.commands.length === 0) return
    const next = command.commands.find((one) => one.name() === word)
    if (next === undefined) {
      if (/^https?:/i.test(word))
        throw new ConfigurationError(
          `An address needs --base-url: write \`${commandName} run --base-url ADDRESS\`.`,
        )
      const place = command === program ? '' : ` of ${command.name()}`
      throw new ConfigurationError(
        `There is no command "${word}"${place}${commandMeant(command, word)}: \`${[commandName, 'help', ...(command === program ? [] : [command.name()])].join(' ')}\` lists them.`,
      )
    }
    command = next
  }
}

function commandMeant(command: Command, word: string): string {
  const within = command.commands.flatMap((one) =>
    one.commands.filter((inner) => inner.name() === word).map((inner) => `${one.name()} ${inner.name()}`),
  )
  const options = command.options.flatMap(({ long }) => (long === `--${word}` ? [long] : []))
  const [exact] = [...within, ...options]
  if (exact !== undefined) return ` (did you mean ${exact}?)`
  return didYouMean(
    word,
    command.commands.map((one) => one.name()),
  )
}
