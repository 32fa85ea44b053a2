// Values as the scripts for bash and zsh name them: "@clauses" a list, "=a b" words, "files", "folders"; "+files" beside a list,
// "*" at the end for several of them.
import type { CompletedCommand, Value } from './completed.ts'

function kindOf({ words, paths, variadic }: Value): string {
  const list = typeof words === 'string' ? `@${words}` : words === null ? '' : `=${words.join(' ')}`
  const kind = list === '' ? (paths ?? '-') : paths === null ? list : `${list}+${paths}`
  return `${kind}${variadic ? '*' : ''}`
}

/** "<command>:<flag>" and the kind of what follows, for each option that takes something. */
function optionKinds(commands: readonly CompletedCommand[]): readonly (readonly [string, string])[] {
  return commands.flatMap(({ path, options }) =>
    options.flatMap(({ flags, value }) =>
      value === null ? [] : flags.map((flag) => [`${path}:${flag}`, kindOf(value)] as const),
    ),
  )
}

/** "<command>:<place>" and the kind of what the command takes there; the last of several stands for all places. */
function valueKinds(commands: readonly CompletedCommand[]): readonly (readonly [string, string])[] {
  return commands.flatMap(({ path, values }) =>
    values.map(
      (value, place) =>
        [`${path}:${value.variadic ? '*' : place}`, kindOf({ ...value, variadic: false })] as const,
    ),
  )
}

/** The branches of a case statement. A branch that a "*" ends matches whatever follows. */
export function caseOf(branches: readonly (readonly [pattern: string, body: string])[]): string {
  return branches
    .map(([pattern, body]) => {
      const any = pattern.endsWith(':*')
      return `    '${any ? pattern.slice(0, -1) : pattern}'${any ? '*' : ''}) ${body} ;;`
    })
    .join('\n')
}

/** The functions of a script, as bash and zsh both read them, that say what an option or a place of a command takes. */
export function kindFunctions(own: string, commands: readonly CompletedCommand[]): string {
  const kinds = (places: readonly (readonly [string, string])[]): string =>
    caseOf(places.map(([place, kind]) => [place, `kind='${kind}'`]))
  return `# What follows an option of a command.
${own}_follows() {
  case $1:$2 in
${kinds(optionKinds(commands))}
    *) kind= ;;
  esac
}
# What a command takes at a place.
${own}_takes() {
  case $1:$2 in
${kinds(valueKinds(commands))}
    *) kind= ;;
  esac
}
`
}

/** `text` as one word of a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
