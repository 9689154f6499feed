import { limits } from '@twofold/contract/limits'

/** Advice, never a condition: the server asks for length only. */
export type PasswordAdvice = 'length' | 'lowercase' | 'uppercase' | 'digit' | 'special' | 'uncommon' | 'unrepeated' | 'long'

export type PasswordScore = 0 | 1 | 2 | 3 | 4 | 5

const common = ['123456', 'password', 'qwerty', 'abc123', 'admin', 'letmein']
const longLength = 12
const lostByBreach = 3

/** Result of the list of common passwords: how guessable the password is, `unknown` while the list is loading, undefined: not listed. */
export type Commonness = 'very' | 'somewhat' | 'unknown' | undefined

/** The best score there is for it. Nothing is called strong before the list was asked. */
const bestScores = { very: 2, somewhat: 3, unknown: 3 } as const

/** The advice that a password follows. */
export function followedAdvice(
  password: string,
  minimum: number = limits.passwordMin,
  commonness?: Commonness,
): Record<PasswordAdvice, boolean> {
  const isCommon = commonness === 'very' || commonness === 'somewhat' || common.some((pattern) => password.toLowerCase().includes(pattern))
  return {
    length: password.length >= minimum,
    lowercase: /\p{Ll}/u.test(password),
    uppercase: /\p{Lu}/u.test(password),
    digit: /\d/.test(password),
    special: /[^\p{L}\p{N}\s]/u.test(password),
    uncommon: password !== '' && !isCommon,
    unrepeated: password !== '' && !/(.)\1\1/su.test(password),
    long: password.length >= longLength,
  }
}

/**
 * A point each for length and for the four kinds of characters, one more for twelve characters; a common pattern and a repetition take one
 * away each, and being known from a data breach three, of the five that there are at most. What is too short to be accepted is weak whatever
 * it is made of, and a common password is never strong. 0 is an empty field.
 */
export function passwordScore(
  password: string,
  {
    isBreached = false,
    minimum = limits.passwordMin,
    commonness,
  }: { isBreached?: boolean; minimum?: number; commonness?: Commonness } = {},
): PasswordScore {
  if (password === '') return 0
  const followed = followedAdvice(password, minimum)
  if (!followed.length) return 1
  const gained = (['length', 'lowercase', 'uppercase', 'digit', 'special', 'long'] as const).filter((advice) => followed[advice]).length
  const lost = (['uncommon', 'unrepeated'] as const).filter((advice) => !followed[advice]).length
  const best = commonness === undefined ? 5 : bestScores[commonness]
  return Math.max(1, Math.min(best, Math.min(5, gained - lost) - (isBreached ? lostByBreach : 0))) as PasswordScore
}
