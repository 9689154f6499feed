import { vi } from 'vitest'

const setRealTimeout = globalThis.setTimeout.bind(globalThis)

/**
 * Holds the clock of the page. It goes on by `passTime`, and as long as the test waits for something, then as fast as the real one. To be called
 * before whatever measures the time begins. Returns how to read how many milliseconds have passed for the page.
 */
export function holdTime(): () => number {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] })
  const start = Date.now()
  return () => Date.now() - start
}

/** The same, two seconds after a window of codes began: nothing turns or ages while a test looks. */
export function holdTimeEarly(): () => number {
  holdTime()
  const windowMs = 30_000
  const start = Math.floor(Date.now() / windowMs) * windowMs + 2_000
  vi.setSystemTime(start)
  return () => Date.now() - start
}

/** So many milliseconds go by, with all that was to happen in them. */
export const passTime = async (milliseconds: number) => void (await vi.advanceTimersByTimeAsync(milliseconds))

/** Waits until `isSo` while the held clock stands still, however long the machine takes. */
export async function waitOutOfTime(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setRealTimeout(resolve, 5))
}

/** Time passes by itself again. */
export const releaseTime = () => void vi.useRealTimers()
