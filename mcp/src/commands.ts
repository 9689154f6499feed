import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { exits, Failure } from '@twofold/cli/failure'
import * as z from 'zod'

/** A command that a person wrote down: what runs, with a code of which key, and how it gets the code. */
const command = z.strictObject({
  /** Description that the agent chooses by. */
  description: z.string().max(300).optional(),
  /** The program and its arguments. No shell reads them. */
  run: z.array(z.string()).min(1),
  /** Id of the key. */
  key: z.uuid(),
  /** The variable that has the code; left out: the code is the program's input. */
  env: z
    .string()
    .regex(/^[A-Za-z_]\w*$/, 'is not the name of a variable')
    .optional(),
  /** Working folder, relative to the file. */
  folder: z.string().default('.'),
  timeout_seconds: z.int().min(1).max(3600).default(50),
})
const file = z.strictObject({
  commands: z.record(z.string().regex(/^[\w-]{1,40}$/, 'is not a name of letters, digits and dashes'), command),
})

export type Command = z.infer<typeof command>
export type Commands = Map<string, Command>

/** Characters of output that are passed on, from its end. */
const mostOutput = 20_000

/** Commands of a file that only its owner may write. Throws a `Failure`. */
export async function readCommands(path: string | undefined): Promise<Commands> {
  if (path === undefined || path === '') return new Map()
  const fail = (words: string) => new Failure(`${path} ${words}`, exits.usage, 'mcp.commands')
  const [text, found] = await Promise.all([readFile(path, 'utf8'), stat(path)]).catch(() => {
    throw fail('cannot be read.')
  })
  if (process.platform !== 'win32' && (found.mode & 0o022) !== 0) throw fail('can be written by others. Run: chmod go-w')
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw fail('is not JSON.')
  }
  const read = file.safeParse(content)
  if (!read.success) {
    const [issue] = read.error.issues
    throw fail(`is not understood: ${issue?.path.join('.')}: ${issue?.message}`)
  }
  const folder = dirname(resolve(path))
  return new Map(Object.entries(read.data.commands).map(([name, one]) => [name, { ...one, folder: resolve(folder, one.folder) }]))
}

export interface Ran {
  /** Null: a signal ended it, or it could not be started. */
  exit_code: number | null
  output: string
}

/** Runs a command that gets the code, and nothing that opens more. The code is blotted out of what it says. */
export async function runCommand({ run, env, folder, timeout_seconds: seconds }: Command, code: string, signal: AbortSignal): Promise<Ran> {
  const [program = '', ...list] = run
  const kept = Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith('TWOFOLD_'))
  return new Promise((done) => {
    let output = ''
    const child = spawn(program, list, {
      cwd: folder,
      env: { ...Object.fromEntries(kept), ...(env !== undefined && { [env]: code }) },
      // A group of its own, so that what it starts ends with it.
      detached: process.platform !== 'win32',
    })
    const stop = () => {
      output += `\n${program} was stopped: it took longer than ${seconds} s, or nobody waits for it.`
      endGroup(child)
    }
    const over = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)])
    over.addEventListener('abort', stop)
    const hear = (chunk: string) => (output = (output + chunk).slice(-2 * mostOutput))
    child.stdout.setEncoding('utf8').on('data', hear)
    child.stderr.setEncoding('utf8').on('data', hear)
    // A program that does not read its input is no failure of ours.
    child.stdin.on('error', () => {})
    child.stdin.end(env === undefined ? `${code}\n` : '')
    child.once('error', (error) => (output += `\n${program} did not run to its end: ${error.message}`))
    child.once('close', (status) => {
      over.removeEventListener('abort', stop)
      done({ exit_code: status, output: blotOut(output, code).slice(-mostOutput) })
    })
  })
}

/** Ends its children as well: they may hold its output open, and would go on with the code. */
function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It ended meanwhile.
  }
}

/** Also removes the code in groups of digits. */
function blotOut(text: string, code: string): string {
  const digits = [...code].map((digit) => digit.replaceAll(/\W/g, '\\$&')).join('[\\s-]?')
  return text.replaceAll(new RegExp(digits, 'gi'), '•'.repeat(code.length))
}
