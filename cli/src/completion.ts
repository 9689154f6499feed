import type { Command, Option as CommandOption } from 'commander'
import { exits, Failure } from './failure.ts'

/** A word of the command line, and what it does. */
interface Word {
  word: string
  about: string
}

interface Option extends Word {
  /** The word after it is its value: a file, or some other text. */
  value?: 'file' | 'text'
}

interface Branch {
  path: string[]
  commands: Word[]
  options: Option[]
  /** Its arguments can be names of files. */
  hasFiles: boolean
}

/** Possible words after each command, read from the commands themselves. */
function branches(command: Command, path: string[] = [], inherited: readonly CommandOption[] = []): Branch[] {
  const options = [...command.options, ...inherited]
  const branch: Branch = {
    path,
    commands: command.commands.map((below) => ({ word: below.name(), about: below.description() })),
    options: options.map((option) => ({
      word: option.long ?? option.flags,
      about: option.description,
      ...((option.required || option.optional) && { value: option.flags.includes('<file>') ? 'file' : 'text' }),
    })),
    hasFiles: command.registeredArguments.some((argument) => ['file', 'command'].includes(argument.name())),
  }
  return [branch, ...command.commands.flatMap((below) => branches(below, [...path, below.name()], options))]
}

const quoted = (text: string) => `'${text.replaceAll("'", '’')}'`
/** How the scripts name a command: its path with a space before each word. */
const placeOf = ({ path }: Branch) => quoted(path.map((name) => ` ${name}`).join(''))
const list = (words: readonly Word[]) => words.map(({ word }) => word).join(' ')
const valued = (all: readonly Branch[]) => [
  ...new Set(all.flatMap(({ options }) => options.filter(({ value }) => value !== undefined).map(({ word }) => word))),
]
const described = (words: readonly Word[]) => words.map(({ word, about }) => quoted(`${word}:${about.replaceAll(':', ' ')}`)).join(' ')

/** Finds the command in what was typed: values of options are none, and neither are names of keys. Bash alone splits at `=`. */
const findCommand = (all: readonly Branch[], typed: string, leave: string) => `  local at="" word before=""
  for word in ${typed}; do
    [[ $word == -- ]] && { ${leave}; }
    case "$before" in
      ${valued(all).join('|')}) ;;
      *) case "$at $word" in
        ${all.slice(1).map(placeOf).join('|')}) at="$at $word" ;;
      esac ;;
    esac
    [[ $word == "=" ]] || before=$word
  done`

const shells: Record<string, (all: Branch[]) => string> = {
  bash: (all) => `_twofold() {
${findCommand(all, '"${COMP_WORDS[@]:1:COMP_CWORD-1}"', 'return')}
  local current=\${COMP_WORDS[COMP_CWORD]} commands="" options=""
  COMPREPLY=()
  case "$before" in
    ${valued(all).join('|')}) return ;;
  esac
  case "$at" in
${all.map((branch) => `    ${placeOf(branch)}) commands=${quoted(list(branch.commands))} options=${quoted(list(branch.options))} ;;`).join('\n')}
  esac
  [[ $current == -* ]] && commands=$options
  COMPREPLY=($(compgen -W "$commands" -- "$current"))
}
complete -o default -F _twofold twofold`,
  zsh: (all) => `#compdef twofold
_twofold() {
${findCommand(all, '"${(@)words[2,CURRENT-1]}"', '_files; return')}
  local -a commands options
  case "$before" in
    ${valued(all).join('|')}) _files; return ;;
  esac
  case "$at" in
${all.map((branch) => `    ${placeOf(branch)}) commands=(${described(branch.commands)}) options=(${described(branch.options)}) ;;`).join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then _describe -o option options
  elif (( $#commands )); then _describe command commands
  else _files
  fi
}
# A file of fpath is run when it is first completed, anything else is sourced.
if [[ \${funcstack[1]} == _twofold ]]; then _twofold; else compdef _twofold twofold; fi`,
  fish: (all) =>
    all
      .flatMap(({ path, commands, options, hasFiles }) => {
        const seen = path.map((name) => `__fish_seen_subcommand_from ${name}`)
        const unseen = commands.length > 0 ? [`not __fish_seen_subcommand_from ${list(commands)}`] : []
        const start = `complete -c twofold -n ${quoted([...seen, ...unseen].join('; and '))}`
        return [
          ...(hasFiles ? [] : [`${start} -f`]),
          ...commands.map(({ word, about }) => `${start} -a ${word} -d ${quoted(about)}`),
          ...options.map(({ word, about, value }) => {
            const takes = value === undefined ? '' : value === 'file' ? ' -r -F' : ' -x'
            return `${start} -l ${word.slice(2)}${takes} -d ${quoted(about)}`
          }),
        ]
      })
      .join('\n'),
  pwsh: (all) => `Register-ArgumentCompleter -Native -CommandName twofold -ScriptBlock {
  param($word, $ast, $position)
  $words = @{
${all.map((branch) => `    ${placeOf(branch)} = @(${[...branch.commands, ...branch.options].map(({ word }) => quoted(word)).join(', ')})`).join('\n')}
  }
  $valued = @(${valued(all).map(quoted).join(', ')})
  $at = ''
  $before = ''
  foreach ($element in @($ast.CommandElements | Select-Object -Skip 1)) {
    if ($element.Extent.EndOffset -ge $position) { break }
    if ($valued -notcontains $before -and $words.ContainsKey("$at $element")) { $at = "$at $element" }
    $before = "$element"
  }
  if ($valued -contains $before) { return }
  $words[$at] | Where-Object { $_ -like "$word*" } | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}`,
}

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('print the completion of a shell: bash, zsh, fish or pwsh')
    .argument('<shell>')
    .action((shell: string) => {
      const write = Object.hasOwn(shells, shell) ? shells[shell] : undefined
      if (write === undefined)
        throw new Failure(`There is no completion for ${shell}, only for ${Object.keys(shells).join(', ')}.`, exits.usage, 'cli.usage')
      process.stdout.write(`${write(branches(program))}\n`)
    })
}
