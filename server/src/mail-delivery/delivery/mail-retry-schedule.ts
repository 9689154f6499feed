/** Seconds before each try after the first one. */
const pauses = [30, 120, 600, 3600, 6 * 3600] as const

/** Random share added to or taken from a pause, so that e-mails that failed together are not retried together. */
const jitter = 0.2

/** Milliseconds until the try after `attempts` failed ones; undefined when there is none. `random` is in [0, 1). */
export function pauseAfter(attempts: number, random: number): number | undefined {
  const seconds = pauses[attempts - 1]
  return seconds === undefined ? undefined : Math.round(seconds * 1000 * (1 - jitter + 2 * jitter * random))
}
