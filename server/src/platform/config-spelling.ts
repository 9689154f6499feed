import { findNearName } from '@twofold/contract/near-name'
import { mustNotBeMissed, variables } from './config-variables.ts'

const known = Object.keys(variables.shape)

const isMissed: ReadonlySet<string> = new Set(mustNotBeMissed)

/**
 * Variables that are probably misspelled ones of ours, in a sentence each. `problems`: they have no effect, and without them the installation would be
 * another or a less protected one. `warnings`: all others, and those next to one that is spelled right, since a variable may belong to other software.
 */
export function findMisspelled(present: Readonly<Record<string, string | undefined>>): { problems: string[]; warnings: string[] } {
  const [problems, warnings]: [string[], string[]] = [[], []]
  for (const name of Object.keys(present)) {
    const meant = findNearName(name, known)
    if (meant === undefined) continue
    const base = meant.replace(/_FILE$/, '')
    // Either of the two says the same.
    const isSet = [base, `${base}_FILE`].some((other) => present[other] !== undefined)
    if (isMissed.has(base) && !isSet)
      problems.push(`${name} has no effect: it is not a variable of Twofold, but ${meant} is. Please rename it, or unset it for Twofold.`)
    else warnings.push(`${name} has no effect: it is not a variable of Twofold. ${meant} is, if that is what you mean.`)
  }
  return { problems, warnings }
}
