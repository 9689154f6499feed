/** A change that nobody can see from outside. */
export interface Exclusion {
  file: string
  /** The line that it begins on, without blanks around it. */
  line: string
  /** As `npm run mutants` prints them. */
  changes: readonly string[]
  because: string
}

/** Mutants that no test could kill. One that names no mutant any more fails `npm run mutants`. */
export const equivalents: readonly Exclusion[] = []
