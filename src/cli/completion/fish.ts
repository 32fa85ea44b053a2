// Writes the completion script for fish.
import type { CompletedCommand, CompletedOption, Value } from './completed.ts'
import type { Words } from './words.ts'

export function fishScript(name: string, commands: readonly CompletedCommand[], words: Words): string {
  const own = `__${name.replaceAll('-', '_')}`
  const complete = (condition: string, rest: string): string =>
    `complete -c ${name} -n ${quoted(condition)} ${rest}`
  const flagsOf = (one: CompletedCommand): string[] =>
    one.options.flatMap(({ flags, value }) => (value === null ? [] : flags))
  return `# fish completion for ${name}. In ~/.config/fish/config.fish: ${name} completion fish | source
function ${own}_words
    switch $argv[1]
${Object.entries(words)
  .map(([list, all]) => `        case ${list}\n            printf '%s\\n' ${all.join(' ')}`)
  .join('\n')}
    end
end
# Whether the typed command is the given command.
function ${own}_is
    set -l command
    set -l skip
    for word in (commandline -opc)[2..]
        set -l longer (string join -- ' ' $command $word)
        if test -n "$skip"
            set skip
        else if string match -q -- '-*' $word
            contains -- $word ${[...new Set(commands.flatMap(flagsOf))].join(' ')}; and set skip yes
        else if contains -- $longer ${commands.map(({ path }) => quoted(path)).join(' ')}
            set command $longer
        end
    end
    test "$command" = "$argv[1]"
end
# Whether the last typed option is one of the given options, which take several values.
function ${own}_after
    set -l last
    for word in (commandline -opc)
        string match -q -- '-*' $word; and set last $word
    end
    contains -- "$last" $argv
end
complete -c ${name} -f
${commands
  .flatMap((one) => [
    ...one.commands.map((command) =>
      complete(`${own}_is ${quoted(one.path)}`, `-a ${command.name} -d ${quoted(command.description)}`),
    ),
    ...one.options.map((option) => complete(`${own}_is ${quoted(one.path)}`, optionOf(option, own))),
    ...one.options
      .filter(({ value }) => value?.variadic === true)
      .map(({ flags, value }) =>
        complete(`${own}_is ${quoted(one.path)}; and ${own}_after ${flags.join(' ')}`, valuesOf(value, own)),
      ),
    ...one.values.map((value) => complete(`${own}_is ${quoted(one.path)}`, valuesOf(value, own))),
  ])
  .join('\n')}
`
}

function optionOf({ flags, description, value }: CompletedOption, own: string): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`))
  const takes = value === null ? [] : [value.paths === 'files' ? '-r' : '-x', valuesOf(value, own)]
  return [...names, ...takes, `-d ${quoted(description)}`].filter((part) => part !== '').join(' ')
}

/** The option -F of `complete` offers files. */
function valuesOf(value: Value | null, own: string): string {
  if (value === null) return ''
  const { words, paths } = value
  const lists = [
    ...(typeof words === 'string' ? [`(${own}_words ${words})`] : (words ?? [])),
    ...(paths === 'folders' ? ['(__fish_complete_directories)'] : []),
  ]
  return [
    ...(paths === 'files' ? ['-F'] : []),
    ...(lists.length === 0 ? [] : [`-a ${quoted(lists.join(' '))}`]),
  ].join(' ')
}

// In single quotes, fish recognises only the escapes \\ and \'.
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
