import type { Command } from 'commander'
import { exits, Failure } from './failure.ts'

/** A word of the command line, and what it does. */
interface Word {
  word: string
  about: string
}

interface Branch {
  path: string[]
  words: Word[]
}

/** Possible words after each command, read from the commands themselves. */
function branches(command: Command, path: string[] = []): Branch[] {
  const options = [...command.options, ...(path.length > 0 ? (command.parent?.options ?? []) : [])]
  const words = [
    ...command.commands.map((below) => ({ word: below.name(), about: below.description() })),
    ...options.map((option) => ({ word: option.long ?? option.flags, about: option.description })),
  ]
  return [{ path, words }, ...command.commands.flatMap((below) => branches(below, [...path, below.name()]))]
}

const quoted = (text: string) => `'${text.replaceAll("'", '’')}'`

const shells: Record<string, (all: Branch[]) => string> = {
  bash: (all) => `_twofold() {
  local path="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do [[ $word == -* ]] || path="$path $word"; done
  case "$path" in
${all
  .toSorted((one, other) => other.path.length - one.path.length)
  .map(
    ({ path, words }) =>
      `    "${path.map((name) => ` ${name}`).join('')}"*) COMPREPLY=($(compgen -W "${words.map(({ word }) => word).join(' ')}" -- "\${COMP_WORDS[COMP_CWORD]}")) ;;`,
  )
  .join('\n')}
  esac
}
complete -o default -F _twofold twofold`,
  zsh: (all) => `#compdef twofold
_twofold() {
  local path="" word
  for word in "\${words[@]:1:CURRENT-2}"; do [[ $word == -* ]] || path="$path $word"; done
  local -a found
  case "$path" in
${all
  .toSorted((one, other) => other.path.length - one.path.length)
  .map(
    ({ path, words }) =>
      `    (${quoted(path.map((name) => ` ${name}`).join(''))}*) found=(${words.map(({ word, about }) => quoted(`${word}:${about.replaceAll(':', ' ')}`)).join(' ')}) ;;`,
  )
  .join('\n')}
  esac
  _describe twofold found
}
compdef _twofold twofold`,
  fish: (all) =>
    all
      .flatMap(({ path, words }) =>
        words.map(({ word, about }) => {
          const names = (all[0]?.words ?? []).filter((one) => !one.word.startsWith('-')).map((one) => one.word)
          const when =
            path.length === 0
              ? `not __fish_seen_subcommand_from ${names.join(' ')}`
              : path.map((name) => `__fish_seen_subcommand_from ${name}`).join('; and ')
          return `complete -c twofold -n ${quoted(when)} ${word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`} -d ${quoted(about)}`
        }),
      )
      .join('\n'),
  pwsh: (all) => `Register-ArgumentCompleter -Native -CommandName twofold -ScriptBlock {
  param($word, $ast, $position)
  $path = ($ast.CommandElements | Select-Object -Skip 1 | Where-Object { "$_" -ne $word -and -not "$_".StartsWith('-') }) -join ' '
  $words = @{
${all.map(({ path, words }) => `    ${quoted(path.join(' '))} = @(${words.map(({ word }) => quoted(word)).join(', ')})`).join('\n')}
  }
  $words[$path] | Where-Object { $_ -like "$word*" } | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
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
