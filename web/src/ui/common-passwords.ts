import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
/** Estimating takes longer than typing beyond this, and nothing common is so long. */
const readLength = 64
/** The classes of zxcvbn for at most 10^6 and 10^8 guesses. */
const [veryGuessable, somewhatGuessable] = [1, 2]

/**
 * How guessable a common password or a variation of one is: `very` within a million guesses, `somewhat` within a hundred million, like P@ssw0rd!2024.
 * Undefined: in no list. Loaded when needed, since the lists are large.
 */
export function findCommonPassword(password: string): 'very' | 'somewhat' | undefined {
  const { score, sequence } = estimator.check(password.slice(0, readLength))
  if (!sequence.some(({ pattern }) => pattern === 'dictionary')) return undefined
  if (score <= veryGuessable) return 'very'
  return score <= somewhatGuessable ? 'somewhat' : undefined
}
