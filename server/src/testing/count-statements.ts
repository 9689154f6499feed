import pg from 'pg'
import { onTestFinished } from 'vitest'
import { currentPerson } from '../platform/person.ts'
import { observeAnswer } from './observe-answer.ts'

export interface StatementCount {
  readonly statements: string[]
  readonly roundTrips: string[][]
  /** Statements on a second connection, sent while a transaction was open on the first. With a full pool such a call may wait for itself. */
  readonly besideTransaction: string[]
  reset(): void
}

/**
 * Statements that requests send from now on, until the test ends, and the round trips they take: what is sent while another statement of its
 * connection is not answered yet rides along with that one. What nodes and jobs do by themselves is none.
 */
export function countStatements(): StatementCount {
  let roundTrips: string[][] = []
  let besideTransaction: string[] = []
  const inTransaction = new Set<pg.Client>()
  const underWay = new WeakMap<pg.Client, { statements: string[]; unanswered: number }>()
  const send = pg.Client.prototype.query as (this: pg.Client, ...input: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...input: unknown[]) {
    const [query] = input as [string | { text: string }]
    const text = (typeof query === 'string' ? query : query.text).replaceAll(/\s+/g, ' ').trim()
    const result = send.apply(this, input)
    if (!/^(account |address |gathered reads$)/.test(currentPerson())) return result
    if ([...inTransaction].some((client) => client !== this)) besideTransaction.push(text.slice(0, 100))
    if (text === 'begin') inTransaction.add(this)
    if (text === 'commit' || text === 'rollback') inTransaction.delete(this)
    const before = underWay.get(this)
    const trip = before === undefined || before.unanswered === 0 ? { statements: [], unanswered: 0 } : before
    if (trip !== before) {
      underWay.set(this, trip)
      roundTrips.push(trip.statements)
    }
    trip.statements.push(text.slice(0, 100))
    trip.unanswered += 1
    observeAnswer(query, result, () => (trip.unanswered -= 1))
    return result
  } as typeof pg.Client.prototype.query
  onTestFinished(() => void (pg.Client.prototype.query = send as typeof pg.Client.prototype.query))
  return {
    get statements() {
      return roundTrips.flat()
    },
    get roundTrips() {
      return roundTrips
    },
    get besideTransaction() {
      return besideTransaction
    },
    reset: () => {
      roundTrips = []
      besideTransaction = []
    },
  }
}
