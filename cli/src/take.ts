import type { Operations } from '@twofold/client'
import type { Command } from 'commander'
import { open, type Where } from './credentials.ts'
import { exits, Failure } from './failure.ts'
import { findKey } from './keys.ts'
import { masked, print, say } from './output.ts'
import type { Vault } from './vault.ts'

type Answer = Operations['takeCode']['answer']
type Take = Answer['take'] & { approval?: { url: string; number: number | string } }

export interface TakeOptions {
  wait?: number
  minValid?: number
  reason?: string
}

/** Seconds for which the server holds one answer. */
const hold = 50

const ends: Record<string, [exit: number, words: string]> = {
  timed_out: [exits.inVain, 'No code became free in time.'],
  abandoned: [exits.inVain, 'The connection was away for too long, and the place was lost.'],
  cancelled: [exits.inVain, 'The take was cancelled.'],
  denied: [exits.denied, 'The take was denied.'],
  ended: [exits.notAllowed, 'The access to this key ended.'],
  unreadable: [exits.unexpected, 'The secret of this key cannot be read.'],
}

function describeWait({ approval, position }: Take): string {
  if (approval !== undefined) return `Waiting for approval at ${approval.url}. The number there must be ${approval.number}.`
  if (position === undefined || position === 1) return 'Waiting for a code that nobody else has used. You are next.'
  return `Waiting for a code that nobody else has used. Your place in the queue is ${position}.`
}

/** The run that the code is for, as the CI names it. Nothing checks it. */
function ownRun(): { url?: string; id?: string } | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run, CI_JOB_URL: job, CI_JOB_ID: id } = process.env
  const url = server !== undefined && repository !== undefined && run !== undefined ? `${server}/${repository}/actions/runs/${run}` : job
  const named = run ?? id
  if (url === undefined && named === undefined) return undefined
  return { ...(url?.startsWith('https://') === true && { url }), ...(named !== undefined && { id: named }) }
}

/** Takes a code exclusively, and waits for it. Ctrl-C gives up the place in the queue; another one waits for no server. */
export async function takeOne(vault: Vault, named: string, { wait, minValid, reason }: TakeOptions, idempotencyKey: string): Promise<Take> {
  const id = await findKey(vault, named)
  const run = ownRun()
  const body = {
    ...(wait !== undefined && { wait_seconds: wait }),
    ...(minValid !== undefined && { min_valid_seconds: minValid }),
    ...(reason !== undefined && { reason }),
    ...(run !== undefined && { run }),
    // The first answer says at once why there is no code yet.
    hold_seconds: 0,
  }
  const stopping = new AbortController()
  const stop = () => stopping.abort(new Failure('Stopped while waiting for a code.', 130, 'cli.stopped'))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  let take: Take | undefined
  try {
    take = (await vault.takeCode({ params: { id }, body }, { idempotencyKey, signal: stopping.signal })).take
    let said: string | undefined
    while (take.state !== 'handed') {
      const end = ends[take.state]
      if (end !== undefined) throw new Failure(end[1], end[0], `takes.${take.state}`)
      const waiting = describeWait(take)
      if (said !== waiting) say((said = waiting))
      take = (await vault.getTake({ params: { id: take.id }, query: { hold_seconds: hold } }, { signal: stopping.signal })).take
    }
    return take
  } catch (error) {
    if (stopping.signal.aborted && take !== undefined) await vault.cancelTake({ params: { id: take.id } }).catch(() => {})
    throw error
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
  }
}

/** The code of a take that has one. */
export function codeOf({ code }: Take): string {
  if (code === undefined) throw new Failure('The code of this take is no longer good.', exits.inVain, 'takes.code_gone')
  return masked(code)
}

/** Parses a whole number of seconds; fails with a message otherwise. */
export function seconds(text: string): number {
  if (!/^\d+$/.test(text)) throw new Failure(`${text} is no number of seconds.`, exits.usage, 'cli.usage')
  return Number(text)
}

/** The options that `take` and `exec` have in common. */
export const withTakeOptions = (command: Command): Command =>
  command
    .option('--wait <seconds>', 'how long to wait for a free code, up to 900', seconds)
    .option('--min-valid <seconds>', 'how long the code must be good for', seconds)
    .option('--reason <text>', 'what the code is for; the owners of the key read it')

export function addTakeCommand(program: Command): void {
  withTakeOptions(
    program
      .command('take')
      .description('take a code that nobody else gets')
      .argument('<key>', 'id, or a name that matches exactly one key'),
  ).action(async (named: string, options: TakeOptions, command: Command) => {
    const vault = await open(command.optsWithGlobals<Where>())
    const take = await takeOne(vault, named, options, crypto.randomUUID())
    print(codeOf(take), take)
  })
}
