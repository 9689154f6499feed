import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import type { Command } from 'commander'
import { open, type Where } from './credentials.ts'
import { asFailure, exits, Failure } from './failure.ts'
import { codeOf, takeOne, type TakeOptions, withTakeOptions } from './take.ts'

interface ExecOptions extends TakeOptions {
  env?: string[]
  stdin?: string
}

/** Signals that ask a program to end or to act; a terminal sends some of them to the command as well. */
const signals = ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGWINCH'] as const
const ofTerminal = new Set<string>(['SIGINT', 'SIGQUIT', 'SIGWINCH'])

export function addExecCommand(program: Command): void {
  withTakeOptions(program.command('exec'))
    .description('run a command that gets codes nobody else gets')
    .option('--env <NAME=KEY>', 'a code as an environment variable of the command', (pair: string, all: string[] | undefined) => [
      ...(all ?? []),
      pair,
    ])
    .option('--stdin <key>', 'a code as the standard input of the command')
    .argument('<command...>', 'after --')
    .action(async (list: string[], options: ExecOptions, command: Command) => {
      process.exitCode = await run(list, options, command.optsWithGlobals<Where>())
    })
}

async function run([name = '', ...input]: string[], options: ExecOptions, where: Where): Promise<number> {
  const { codes, stdin } = await takeAll(options, where).catch((error: unknown) => {
    const { message, code } = asFailure(error)
    throw new Failure(message, exits.exec, code)
  })
  const passed = process.stdin.isTTY ? signals.filter((signal) => !ofTerminal.has(signal)) : signals
  return new Promise((resolve, reject) => {
    // Before the start: a signal during the command's start would otherwise end only this process.
    for (const signal of signals) process.on(signal, () => void (passed.includes(signal) && child.kill(signal)))
    const child = spawn(name, input, {
      env: { ...ownEnvironment(), ...codes },
      stdio: [stdin === undefined ? 'inherit' : 'pipe', 'inherit', 'inherit'],
    })
    child.once('error', (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === 'ENOENT'
      const words = isMissing ? `There is no command ${name}.` : `${name} cannot be run (${error.code ?? error.message}).`
      reject(new Failure(words, isMissing ? exits.notFound : exits.notExecutable, 'cli.not_run'))
    })
    child.once('exit', (status, signal) => resolve(status ?? 128 + (signal === null ? 0 : constants.signals[signal])))
    // A command that does not read its input is no failure of ours.
    child.stdin?.on('error', () => {})
    child.stdin?.end(`${stdin ?? ''}\n`)
  })
}

/** Just before the start, one after the other; nothing is started unless all are there. */
async function takeAll({ env = [], stdin: key, ...take }: ExecOptions, where: Where) {
  const pairs = env.map((pair): [string, string] => {
    const at = pair.indexOf('=')
    if (!/^[A-Za-z_]\w*$/.test(pair.slice(0, Math.max(at, 0)))) throw new Failure(`${pair} is not NAME=KEY.`, exits.exec, 'cli.usage')
    return [pair.slice(0, at), pair.slice(at + 1)]
  })
  if (pairs.length === 0 && key === undefined) throw new Failure('Say which code: --env NAME=KEY or --stdin KEY.', exits.exec, 'cli.usage')
  const vault = await open(where)
  const codeFor = async (named: string) => codeOf(await takeOne(vault, named, take, crypto.randomUUID()))
  const codes: Record<string, string> = {}
  for (const [name, named] of pairs) codes[name] = await codeFor(named)
  return { codes, stdin: key === undefined ? undefined : await codeFor(key) }
}

/** The command gets the codes, and nothing that opens more. */
function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith('TWOFOLD_')))
}
