import { setTimeout as wait } from 'node:timers/promises'

/**
 * Runs `work`, and answers or fails no sooner than after `milliseconds`: where its ways differ in length, and who waits must not tell them
 * apart by that. Longer than the longest way takes on a machine that is not overloaded.
 */
export async function answerEvenly<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const [done] = await Promise.allSettled([work(), wait(milliseconds)])
  if (done.status === 'rejected') throw done.reason
  return done.value
}
