import { AbortedTransactionError, type CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely'
import { reportingFirstFailure } from './first-failure.ts'
import { driverOf } from './missing-month.ts'
import { areRowsCounted } from './row-counts.ts'
import { answersNoRows, changesNothing, isRead } from './statement-kinds.ts'

/** Deferred statements at most: a caller that writes thousands waits for the earlier ones. */
const mostKept = 50

/**
 * The statements of a transaction, in the order they are sent in. Begins with the first one. A write without a result is deferred until the next
 * read, and its failure surfaces with whatever is sent next. A caller that counts its rows must declare it (`row-counts.ts`).
 */
export class OpenTransaction implements DatabaseConnection {
  readonly #own: DatabaseConnection
  readonly #connection: DatabaseConnection
  #state: 'new' | 'beginning' | 'open' | 'failed' | 'ended' = 'new'
  #began: Promise<void> | undefined
  #waiting = 0
  #isOver = false
  #isKeeping = false
  #kept: CompiledQuery[] = []
  readonly #sent: Promise<unknown>[] = []

  constructor(connection: DatabaseConnection) {
    this.#own = connection
    this.#connection = reportingFirstFailure(connection)
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#requireOpen()
    if (this.#isKept(query)) {
      requireSendable(query)
      this.#kept.push(query)
      return { rows: unread as R[], numAffectedRows: unread as never }
    }
    this.#sendKept()
    return this.#send<R>(query)
  }

  #isKept(query: CompiledQuery): boolean {
    if (areRowsCounted()) return false
    return this.#isKeeping ? !isRead(query) : this.#kept.length < mostKept && answersNoRows(query)
  }

  streamQuery(): never {
    throw new Error('A transaction reads no rows one by one.')
  }

  /** From now on only results of selects and `returning` clauses are read. Every other statement travels with `commit`. */
  keepWrites(): void {
    this.#isKeeping = true
  }

  /** `commit` goes along with what was kept: PostgreSQL rolls back instead when something before it failed, and says so. */
  async commit(): Promise<void> {
    if (this.#kept.length > 0) this.#began ??= this.#begin()
    await this.#began
    this.#isOver = true
    if (this.#began === undefined) return
    const kept = this.#kept.map((query) => this.#connection.executeQuery(query))
    const committed = driverOf(this.#own).commitTransaction(this.#own)
    const ends = await Promise.allSettled([...this.#sent, ...kept, committed])
    const end = ends.at(-1)
    if (end?.status === 'fulfilled' || end?.reason instanceof AbortedTransactionError) this.#state = 'ended'
    const failed = ends.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }

  async rollBack(): Promise<void> {
    this.#isOver = true
    if (this.#state !== 'beginning' && this.#state !== 'open') return
    // Fails on a connection that was given up, which is not reused then.
    await driverOf(this.#own)
      .rollbackTransaction(this.#own)
      .catch(() => {})
  }

  /** A caller that outlives the transaction would write on a connection that is no longer its own. */
  #requireOpen(): void {
    if (this.#isOver) throw new Error('The transaction has ended.')
  }

  async #begin(): Promise<void> {
    this.#state = 'beginning'
    try {
      await driverOf(this.#own).beginTransaction(this.#own, {})
      this.#state = 'open'
    } catch (error) {
      this.#state = 'failed'
      throw error
    }
  }

  /**
   * Read-only statements travel with `begin`. A write waits, as does everything after it: if `begin` failed, the write would be committed on its own.
   */
  async #send<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#began ??= this.#begin()
    const goes = this.#waiting === 0 && (this.#state === 'open' || (this.#state === 'beginning' && changesNothing(query.sql)))
    if (!goes) {
      this.#waiting += 1
      await this.#began.finally(() => (this.#waiting -= 1))
      this.#requireOpen()
    }
    const answer = this.#connection.executeQuery<R>(query)
    answer.catch(() => {})
    await this.#began
    return answer
  }

  #sendKept(): void {
    for (const query of this.#kept.splice(0)) {
      const answer = this.#send(query)
      answer.catch(() => {})
      this.#sent.push(answer)
    }
  }
}

/**
 * A value that cannot be serialized fails here, before anything is sent: otherwise PostgreSQL would never see the statement and would commit the
 * others.
 */
function requireSendable({ parameters }: CompiledQuery): void {
  for (const value of parameters) if (typeof value === 'object' && !ArrayBuffer.isView(value)) JSON.stringify(value)
}

/** Placeholder for the rows of a deferred statement, and for their count. */
const unread = new Proxy<unknown[]>([], {
  get() {
    throw new Error('What is written is sent with what is read next, or with the commit: nobody can read its rows.')
  },
})
