import { createLiveValue } from '../lib/live-value.ts'

/** One reading of the server's clock, and the moments of the local clock between which it was read. In milliseconds. */
export interface ClockReading {
  server: number
  sentAt: number
  receivedAt: number
}

/**
 * Milliseconds to add to the local clock to get the server's. An offset that still agrees with the reading stays, so that the countdown does
 * not twitch with every answer; otherwise the server is taken to have read its clock in the middle of the round trip.
 */
export function clockOffset({ server, sentAt, receivedAt }: ClockReading, previous?: number): number {
  const agrees = previous !== undefined && server - receivedAt <= previous && previous <= server - sentAt
  return agrees ? previous : server - (sentAt + receivedAt) / 2
}

/** Milliseconds until the server's clock shows the next whole second, at which every window of every key turns. Never 0. */
export const untilNextSecond = (serverNow: number) => 1000 - (((serverNow % 1000) + 1000) % 1000)

/** The offset that was found last, in milliseconds; undefined before the first answer of the server. */
export const serverOffset = createLiveValue<number | undefined>(undefined)
