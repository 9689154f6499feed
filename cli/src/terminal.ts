import { createInterface } from 'node:readline'
import { stderr, stdin } from 'node:process'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { exits, Failure } from './failure.ts'

/** Reads stdin to its end. */
export const readStdin = (): Promise<string> => text(stdin)

/** Asks at the terminal, without showing what is typed. Throws where there is none: a script must not hold what is asked here. */
export async function askHidden(question: string): Promise<string> {
  if (!stdin.isTTY) throw new Failure(`${question} is asked at the terminal, and there is none.`, exits.usage, 'cli.no_terminal')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: silent, terminal: true })
  // Only after the terminal has stopped echoing.
  stderr.write(`${question}: `)
  return new Promise((resolve, reject) => {
    lines.once('line', (line) => {
      lines.removeAllListeners('close')
      lines.close()
      stderr.write('\n')
      resolve(line.trim())
    })
    lines.once('close', () => {
      stderr.write('\n')
      reject(new Failure('Nothing was entered.', exits.usage, 'cli.nothing_entered'))
    })
  })
}

/** A secret: piped in, or asked for. */
export const readSecret = async (question: string): Promise<string> => (stdin.isTTY ? askHidden(question) : (await readStdin()).trim())
