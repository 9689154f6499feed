import type { Wording } from '@twofold/contract/said'
import { sentence, textOf } from '@twofold/contract/sentences/sentences'
import { BackupError } from './backup.error.ts'

/** Messages of PostgreSQL and its programs. */
const spaceIsOut = /No space left on device|could not extend file .*: wrote only/i

const noRoom = textOf([sentence('trouble.no_room')])
const notWritable = textOf([sentence('trouble.not_writable')])
export const nodeEnded = textOf([sentence('trouble.node_ended')])

/** Explains a failed backup: known causes in our words, others in the system's. */
export function explainTrouble(error: unknown): string {
  if (error instanceof BackupError) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || spaceIsOut.test(message)) return noRoom
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code ?? '')) return notWritable
  return message
}

/** Known explanations, which are stored as text. The first match wins. */
const known: readonly (readonly [RegExp | string, (found: Record<string, string>) => Wording])[] = [
  [noRoom, () => sentence('trouble.no_room')],
  [notWritable, () => sentence('trouble.not_writable')],
  [nodeEnded, () => sentence('trouble.node_ended')],
  [/^This backup is damaged: /, () => sentence('trouble.damaged')],
  [/^This backup is not whole: /, () => sentence('trouble.cut_off')],
  [/^(?<count>\d+) encrypted values cannot be opened, /, ({ count }) => sentence('trouble.unreadable', { count: Number(count) })],
  [/^(?<where>\S+) cannot be reached: (?<error>.+)$/s, ({ where = '', error = '' }) => sentence('trouble.unreachable', { where, error })],
]

/** The explanation as sentences to translate; the system's own words stay as they are. */
export function wordTrouble(explanation: string): Wording[] {
  for (const [pattern, word] of known) {
    if (typeof pattern === 'string' ? pattern === explanation : pattern.test(explanation))
      return [word(typeof pattern === 'string' ? {} : (pattern.exec(explanation)?.groups ?? {}))]
  }
  return [sentence('trouble.other', { error: explanation })]
}

/** Stored explanations that exist, as sentences to translate. */
export const saidOf = (texts: Readonly<Record<string, string | null>>): Record<string, Wording[]> =>
  Object.fromEntries(Object.entries(texts).flatMap(([name, text]) => (text === null ? [] : [[name, wordTrouble(text)]])))
