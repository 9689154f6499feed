import type { Wording } from '@twofold/contract/said'
import { sentence, textOf } from '@twofold/contract/sentences/sentences'
import { BackupError } from './backup.error.ts'

/** As PostgreSQL and its programs say it. */
const spaceIsOut = /No space left on device|could not extend file .*: wrote only/i

const noRoom = textOf([sentence('trouble.no_room')])
const notWritable = textOf([sentence('trouble.not_writable')])
export const nodeEnded = textOf([sentence('trouble.node_ended')])

/** Why a backup failed, for people: what we know in our words, what the system says in its own. */
export function explainTrouble(error: unknown): string {
  if (error instanceof BackupError) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || spaceIsOut.test(message)) return noRoom
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code ?? '')) return notWritable
  return message
}

/** What is known about an explanation, which is stored as a text. The first that fits counts. */
const known: readonly (readonly [RegExp | string, (found: Record<string, string>) => Wording])[] = [
  [noRoom, () => sentence('trouble.no_room')],
  [notWritable, () => sentence('trouble.not_writable')],
  [nodeEnded, () => sentence('trouble.node_ended')],
  [/^This backup is damaged: /, () => sentence('trouble.damaged')],
  [/^This backup is not whole: /, () => sentence('trouble.cut_off')],
  [/^(?<count>\d+) encrypted values cannot be opened, /, ({ count }) => sentence('trouble.unreadable', { count: Number(count) })],
  [/^(?<where>\S+) cannot be reached: (?<error>.+)$/s, ({ where = '', error = '' }) => sentence('trouble.unreachable', { where, error })],
]

/** An explanation by codes, for readers of other languages; what is in nobody's words but the system's stays as it is. */
export function wordTrouble(explanation: string): Wording[] {
  for (const [pattern, word] of known) {
    if (typeof pattern === 'string' ? pattern === explanation : pattern.test(explanation))
      return [word(typeof pattern === 'string' ? {} : (pattern.exec(explanation)?.groups ?? {}))]
  }
  return [sentence('trouble.other', { error: explanation })]
}

/** Of explanations that are stored, those that there are. */
export const saidOf = (texts: Readonly<Record<string, string | null>>): Record<string, Wording[]> =>
  Object.fromEntries(Object.entries(texts).flatMap(([name, text]) => (text === null ? [] : [[name, wordTrouble(text)]])))
