// Writes the completion script for bash 3.2 and later.
import type { CompletedCommand } from './completed.ts'
import { caseOf, kindFunctions } from './kinds.ts'
import type { Words } from './words.ts'

export function bashScript(name: string, commands: readonly CompletedCommand[], words: Words): string {
  const own = `_${name.replaceAll('-', '_')}`
  return `# bash completion for ${name}. In ~/.bashrc: eval "$(${name} completion bash)"
${own}_words() {
  case $1 in
${caseOf(Object.entries(words).map(([list, all]) => [list, `printf '%s\\n' ${all.join(' ')}`]))}
  esac
}
${own}_options() {
  case $1 in
${caseOf(commands.map(({ path, options }) => [path, `printf '%s\\n' ${options.flatMap(({ flags }) => flags).join(' ')}`]))}
  esac
}
${own}_commands() {
  case $1 in
${caseOf(commands.filter((one) => one.commands.length > 0).map((one) => [one.path, `printf '%s\\n' ${one.commands.map((command) => command.name).join(' ')}`]))}
  esac
}
${kindFunctions(own, commands)}${own}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} command= kind= pending= place=0 word i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case $word in
      =) ;;
      -*) ${own}_follows "$command" "$word"; pending=$kind ;;
      *)
        if [[ -n $pending ]]; then
          [[ $pending == *'*' ]] || pending=
        elif [[ " $(${own}_commands "$command" | tr '\\n' ' ') " == *" $word "* ]]; then
          command="\${command:+$command }$word"
        else
          place=$((place + 1))
        fi ;;
    esac
  done
  [[ $cur == = ]] && cur=
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$(${own}_options "$command")" -- "$cur"))
    return
  fi
  kind=\${pending%\\*}
  if [[ -z $pending ]]; then
    COMPREPLY=($(compgen -W "$(${own}_commands "$command")" -- "$cur"))
    ${own}_takes "$command" "$place"
  fi
  case $kind in
    *files*) compopt -o filenames 2>/dev/null; COMPREPLY+=($(compgen -f -- "$cur")) ;;
    *folders*) compopt -o filenames 2>/dev/null; COMPREPLY+=($(compgen -d -- "$cur")) ;;
  esac
  case $kind in
    =*) COMPREPLY+=($(compgen -W "\${kind#=}" -- "$cur")) ;;
    @*) kind=\${kind#@}; COMPREPLY+=($(compgen -W "$(${own}_words "\${kind%%+*}")" -- "$cur")) ;;
  esac
}
complete -F ${own} ${name}
`
}
