import { limits } from '@twofold/contract/limits'

/** Advice, never a condition: the server asks for length only. */
export type PasswordAdvice = 'length' | 'lowercase' | 'uppercase' | 'digit' | 'special' | 'uncommon' | 'unrepeated' | 'long'

export type PasswordScore = 0 | 1 | 2 | 3 | 4 | 5

const common = ['123456', 'password', 'qwerty', 'abc123', 'admin', 'letmein']
const longLength = 12
const lostByBreach = 3

/** Which advice a password follows. */
export function followedAdvice(password: string, minimum: number = limits.passwordMin): Record<PasswordAdvice, boolean> {
  return {
    length: password.length >= minimum,
    lowercase: /\p{Ll}/u.test(password),
    uppercase: /\p{Lu}/u.test(password),
    digit: /\d/.test(password),
    special: /[^\p{L}\p{N}\s]/u.test(password),
    uncommon: password !== '' && !common.some((pattern) => password.toLowerCase().includes(pattern)),
    unrepeated: password !== '' && !/(.)\1\1/su.test(password),
    long: password.length >= longLength,
  }
}

/**
 * A point each for length and for the four kinds of characters, one more for twelve characters; a common pattern and a repetition take one
 * away each, and being known from a data breach three, of the five that there are at most. What is too short to be accepted is weak whatever
 * it is made of. 0 is an empty field.
 */
export function passwordScore(password: string, isBreached = false, minimum: number = limits.passwordMin): PasswordScore {
  if (password === '') return 0
  const followed = followedAdvice(password, minimum)
  if (!followed.length) return 1
  const gained = (['length', 'lowercase', 'uppercase', 'digit', 'special', 'long'] as const).filter((advice) => followed[advice]).length
  const lost = (['uncommon', 'unrepeated'] as const).filter((advice) => !followed[advice]).length
  return Math.max(1, Math.min(5, gained - lost) - (isBreached ? lostByBreach : 0)) as PasswordScore
}
