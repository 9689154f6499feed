/*
 * Estimates how long it takes to derive a key from a password. A running derivation reports no progress, so a small part of the same work is measured
 * first, and the page counts the time from there. The worker derives for one file, one key after the other.
 */

let hear: ((milliseconds: number) => void) | undefined
let leastMs = 0

/** Below this the derivation ends before anybody has read the estimate. */
const worthReportingMs = 1000

/** `listener` hears, before a derivation that takes a while, how many milliseconds that will be. `from`: the shortest while. */
export function onStretching(listener: ((milliseconds: number) => void) | undefined, from = worthReportingMs): void {
  hear = listener
  leastMs = from
}

interface Stretching {
  /** In any unit, the same as of `sample`. */
  work: number
  /** Amount of work that `run` measures. */
  sample: number
  /** The same derivation with less work. */
  run: () => unknown
}

const isLong = ({ work, sample }: Stretching) => hear !== undefined && work >= 4 * sample

function report({ work, sample }: Stretching, started: number): void {
  const milliseconds = ((performance.now() - started) * work) / sample
  if (milliseconds >= leastMs) hear?.(milliseconds)
}

/** Measures a part of a derivation that is about to begin, and says how long the whole will take. */
export async function estimateStretching(stretching: Stretching): Promise<void> {
  if (!isLong(stretching)) return
  // The first time is slower: the code has to be made ready.
  await stretching.run()
  const started = performance.now()
  await stretching.run()
  report(stretching, started)
}

/** The same for immediate work. */
export function estimateAtOnce(stretching: Stretching): void {
  if (!isLong(stretching)) return
  stretching.run()
  const started = performance.now()
  stretching.run()
  report(stretching, started)
}
