/** A change that nobody can see from outside. */
export interface Exclusion {
  file: string
  /** The line that it begins on, without blanks around it. */
  line: string
  /** As `npm run mutants` prints them. */
  changes: readonly string[]
  because: string
}

/** The type checker does not know that there always is a value. */
export const always = 'There always is a value: only the type checker asks for another one.'
