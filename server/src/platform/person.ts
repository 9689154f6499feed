import { AsyncLocalStorage } from 'node:async_hooks'

/** The person on whose behalf something runs: scarce resources are shared evenly among these. */
export interface Person {
  /** `account <id>`, `address <network>`, or a name of the node's own. */
  readonly key: string
  /** The request is over. Work that it started and does not await is the node's own. */
  isOver: boolean
}

/** Background work: jobs, e-mail delivery, counters written a moment later. */
const ownWork = 'own work'

const current = new AsyncLocalStorage<Person>()

export function asPerson<T>(person: Person, work: () => T): T {
  return current.run(person, work)
}

export function currentPerson(): string {
  const person = current.getStore()
  return person === undefined || person.isOver ? ownWork : person.key
}
