import { execFileSync, spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { startMachine } from './twofold-command.ts'

/* The completion of a shell, asked by that shell itself where the machine has it. */

const has = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0
const quoted = (text: string) => `'${text}'`

/** Asks what can follow these words; the last is being typed. */
const askers = {
  bash: (script: string, words: readonly string[]) => [
    '-c',
    `${script}\nCOMP_WORDS=(${words.map(quoted).join(' ')}); COMP_CWORD=${words.length - 1}; _twofold; echo "\${COMPREPLY[*]}"`,
  ],
  // The functions that zsh itself has for completion draw on a terminal.
  zsh: (script: string, words: readonly string[]) => [
    '-fc',
    `compdef() { }; _files() { }; _describe() { for word in \${(@P)@[-1]}; do [[ $word == $PREFIX* ]] && print -r -- \${word%%:*}; done }
${script}\nwords=(${words.map(quoted).join(' ')}); CURRENT=${words.length}; PREFIX=${quoted(words.at(-1) ?? '')}; _twofold || true`,
  ],
  fish: (script: string, words: readonly string[]) => ['--no-config', '-c', `${script}\ncomplete -C ${quoted(words.join(' '))}`],
}
const shells = Object.keys(askers) as (keyof typeof askers)[]
const commands = ['login', 'logout', 'whoami', 'ls', 'code', 'add', 'take', 'exec', 'import', 'share', 'export', 'token', 'completion']

test.each([...shells, 'pwsh'])('completion of %s knows every command and its options', async (shell) => {
  const { run } = await startMachine()
  const { code, stdout } = await run(['completion', shell])
  expect(code).toBe(0)
  for (const command of commands) expect(stdout).toMatch(new RegExp(`\\b${command}\\b`))
  for (const option of ['min-valid', 'dry-run', 'leaked', 'token-file']) expect(stdout).toContain(option)
})

for (const shell of shells)
  test.runIf(has(shell))(`${shell} completes commands behind options and their values, and options behind a dash`, async () => {
    const { run } = await startMachine()
    const { stdout } = await run(['completion', shell])
    const complete = (...words: string[]) =>
      execFileSync(shell, askers[shell](stdout, ['twofold', ...words]))
        .toString()
        .replaceAll(/\t.*$/gm, '')
        .trim()
        .split(/\s+/)
        .toSorted()
        .join(' ')
    expect(complete('co')).toBe('code completion')
    expect(complete('take', 'Host', '--m')).toBe('--min-valid')
    expect(complete('token', '')).toBe('revoke show')
    expect(complete('--url', 'https://vault.example.org', 'to')).toBe('token')
    expect(complete('--url', 'https://vault.example.org', 'token', 'show', '--ur')).toBe('--url')
    expect(complete('take', '--wait', '')).toBe('')
  })
