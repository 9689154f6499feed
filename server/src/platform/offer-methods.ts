import type { Db } from './database.ts'

type Offered<Methods, Name extends keyof Methods> = {
  [One in Name]: Methods[One] extends (...given: infer Given) => infer Answer ? (db: Db, ...given: Given) => Answer : never
}

/**
 * Selected methods of a repository for other nouns. They take the caller's connection or open transaction; the repository itself stays private to its
 * noun.
 */
export function offerMethods<Methods extends object, Name extends keyof Methods>(
  repositoryOf: (db: Db) => Methods,
  ...names: readonly Name[]
): Offered<Methods, Name> {
  const callerOf =
    (name: Name) =>
    (db: Db, ...given: unknown[]): unknown => {
      const repository = repositoryOf(db)
      return (repository[name] as (...given: unknown[]) => unknown).apply(repository, given)
    }
  return Object.fromEntries(names.map((name) => [name, callerOf(name)])) as Offered<Methods, Name>
}
