// Writes the completion script for zsh.
import type { CompletedCommand } from './completed.ts'
import { caseOf, kindFunctions, quoted } from './kinds.ts'
import type { Words } from './words.ts'

export function zshScript(name: string, commands: readonly CompletedCommand[], words: Words): string {
  const own = `_${name.replaceAll('-', '_')}`
  return `#compdef ${name}
# zsh completion for ${name}. In ~/.zshrc, after compinit: source <(${name} completion zsh)
${own}_words() {
  case $1 in
${caseOf(Object.entries(words).map(([list, all]) => [list, `reply=(${all.join(' ')})`]))}
  esac
}
${own}_options() {
  case $1 in
${caseOf(
  commands.map(({ path, options }) => [
    path,
    `reply=(${options.flatMap(({ flags, description }) => flags.map((flag) => described(flag, description))).join(' ')})`,
  ]),
)}
  esac
}
${own}_commands() {
  case $1 in
${caseOf(
  commands
    .filter((one) => one.commands.length > 0)
    .map((one) => [
      one.path,
      `reply=(${one.commands.map((command) => described(command.name, command.description)).join(' ')})`,
    ]),
)}
    *) reply=() ;;
  esac
}
${kindFunctions(own, commands)}${own}() {
  local cmd= kind= pending= word
  local -i place=0 i
  local -a reply
  for ((i = 2; i < CURRENT; i++)); do
    word=\${words[i]}
    if [[ $word == -* ]]; then
      ${own}_follows "$cmd" "\${word%%=*}"; pending=$kind
      [[ $word == *=* && $pending != *'*' ]] && pending=
    elif [[ -n $pending ]]; then
      [[ $pending == *'*' ]] || pending=
    else
      ${own}_commands "$cmd"
      if (( \${reply[(I)$word:*]} )); then
        cmd="\${cmd:+$cmd }$word"
      else
        place+=1
      fi
    fi
  done
  word=\${words[CURRENT]}
  if [[ $word == --*=* ]]; then
    ${own}_follows "$cmd" "\${word%%=*}"; pending=$kind
    compset -P 1 '*='
  elif [[ $word == -* ]]; then
    ${own}_options "$cmd"
    _describe -o option reply
    return
  fi
  kind=\${pending%\\*}
  if [[ -z $pending ]]; then
    ${own}_commands "$cmd"
    (( $#reply )) && _describe command reply
    ${own}_takes "$cmd" "$place"
  fi
  case $kind in
    *files*) _files ;;
    *folders*) _files -/ ;;
  esac
  case $kind in
    '='*) compadd -- \${=kind#=} ;;
    @*) kind=\${kind#@}; ${own}_words "\${kind%%+*}"; compadd -a reply ;;
  esac
}
compdef ${own} ${name}
`
}

function described(word: string, description: string): string {
  return quoted(`${word}:${description}`)
}
