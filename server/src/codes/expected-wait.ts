import type { QueueState } from './takes.repository.ts'

/**
 * Estimated time at which the taker at `position` (from 1) gets a code, in milliseconds since 1970, if everybody before them gets one and nobody
 * copies one. `margin`: seconds for which the code must remain valid.
 */
export function estimate(queue: Pick<QueueState, 'now' | 'period' | 'leased'>, position: number, margin: number): number {
  const now = queue.now.getTime()
  if (queue.period === null) return now
  const length = queue.period * 1000
  const present = Math.floor(now / length)
  const leased = new Set(queue.leased)
  const isPresentUsable = (present + 1) * length - now >= margin * 1000
  let window = isPresentUsable ? present : present + 1
  for (let left = position; ; window += 1) {
    if (leased.has(window)) continue
    left -= 1
    if (left === 0) return Math.max(now, window * length)
  }
}
