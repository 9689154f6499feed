import { type generateCodes, noCode, type Turn } from '@twofold/contract/codes'
import type { CallResponse } from '@twofold/contract/endpoint'

export type CodesAnswer = CallResponse<typeof generateCodes>

/** One answer about one key: the codes of two windows, and the beginning of the first. */
export interface KnownCode {
  code: string
  /** Somebody else copied `code`. */
  taken?: TakenCode
  next: string | null
  /** Somebody else copied `next`. */
  nextTaken?: TakenCode
  /** Reservations, the earliest first. */
  turns?: readonly Turn[]
  /** Milliseconds of the server's clock; null for counter-based keys, whose codes belong to no time. */
  startsAt: number | null
  /** Milliseconds. */
  length: number
}

/** The other person who copied the code, and when, in milliseconds of the server's clock. */
export interface TakenCode {
  by: string
  at: number
}

export interface ShownCode {
  /** `noCode` when there is none. */
  code: string
  next: string | null
  /** Many services refuse a code twice. */
  taken?: TakenCode
  /** Somebody reserved a code: the one shown, or the next. */
  turn?: Turn
}

export const nothingShown: ShownCode = { code: noCode, next: null }

/** Start of the window of `length` milliseconds in which `time` lies; windows are counted from the Unix epoch. */
export const windowStart = (time: number, length: number) => Math.floor(time / length) * length

/** Whole seconds left of the window at `time`, from `period` at its first moment down to 1; never 0. */
export function secondsLeft(time: number, period: number): number {
  const length = period * 1000
  return Math.ceil((windowStart(time, length) + length - time) / 1000)
}

export function knownCodes(answer: CodesAnswer): Map<string, KnownCode> {
  const time = Date.parse(answer.server_time)
  return new Map(
    answer.codes.map(({ id, code, next_code, period, taken_by: by, taken_at: at, turns }) => {
      const length = (period ?? 0) * 1000
      const taken = by !== undefined && at !== undefined && { taken: { by, at: Date.parse(at) } }
      return [
        id,
        {
          code,
          next: next_code,
          startsAt: period === null ? null : windowStart(time, length),
          length,
          ...taken,
          ...(turns && { turns }),
        },
      ]
    }),
  )
}

/**
 * The code to show at `time` of the server's clock: that of its own window, then the next one at the turn. Never an older or a later one:
 * outside both windows there is none, also when the clock of this computer was turned back.
 */
export function codeAt(known: KnownCode, time: number): ShownCode {
  if (known.startsAt === null) return { code: known.code, next: known.next }
  const window = Math.floor((time - known.startsAt) / known.length)
  const reserved = known.turns?.find(({ until }) => Date.parse(until) > time)
  const turn = reserved && { turn: reserved }
  if (window === 0) return { code: known.code, next: known.next, ...(known.taken && { taken: known.taken }), ...turn }
  if (window === 1 && known.next !== null)
    return { code: known.next, next: null, ...(known.nextTaken && { taken: known.nextTaken }), ...turn }
  return nothingShown
}

/** Whether an answer's time-based codes have expired at `time`, so that nothing can be shown until the next answer. */
export function isOver(known: KnownCode, time: number): boolean {
  return known.code !== noCode && known.startsAt !== null && codeAt(known, time).code === noCode
}
