import { AsyncLocalStorage } from 'node:async_hooks'
import type { DatabaseConnection, PostgresDialectConfig } from 'kysely'
import { MonthMakingDriver } from './missing-month.ts'

/** A connection that several statements use at the same time. */
interface Shared {
  opened: Promise<DatabaseConnection> | undefined
  users: number
}

const scope = new AsyncLocalStorage<Map<SharingDriver, Shared> | undefined>()

/**
 * Runs reads of `work` that do not wait for one another on one connection, in one round trip. They run one after the other then: for a few that are
 * quick, which take more time to send than to answer. Only where the pool's connections are in pg's pipeline mode.
 */
export const readingTogether = <T>(work: () => T): T => scope.run(scope.getStore() ?? new Map(), work)

/** Runs `work` on a connection of its own, as a transaction needs it. */
export const apart = <T>(work: () => Promise<T>): Promise<T> => scope.run(undefined, work)

/** PostgreSQL's driver, whose connections are shared by what is read together. */
export class SharingDriver extends MonthMakingDriver {
  readonly #isPipelined: boolean
  readonly #shared = new Map<DatabaseConnection, Shared>()

  constructor(config: PostgresDialectConfig, isPipelined: boolean) {
    super(config)
    this.#isPipelined = isPipelined
  }

  override async acquireConnection(...options: Parameters<MonthMakingDriver['acquireConnection']>): Promise<DatabaseConnection> {
    const all = this.#isPipelined ? scope.getStore() : undefined
    if (all === undefined) return super.acquireConnection(...options)
    const shared = all.get(this) ?? { opened: undefined, users: 0 }
    all.set(this, shared)
    shared.users += 1
    shared.opened ??= super.acquireConnection(...options)
    try {
      const connection = await shared.opened
      this.#shared.set(connection, shared)
      return connection
    } catch (error) {
      this.#leave(shared)
      throw error
    }
  }

  override async releaseConnection(...[connection]: Parameters<MonthMakingDriver['releaseConnection']>): Promise<void> {
    const shared = this.#shared.get(connection)
    if (shared !== undefined) {
      if (!this.#leave(shared)) return
      this.#shared.delete(connection)
    }
    await super.releaseConnection(connection)
  }

  override async beginTransaction(...[connection, settings]: Parameters<MonthMakingDriver['beginTransaction']>): Promise<void> {
    if (this.#shared.has(connection)) throw new Error('No transaction begins among what is read together.')
    await super.beginTransaction(connection, settings)
  }

  /** Whether the last user has left. Later callers get another connection. */
  #leave(shared: Shared): boolean {
    shared.users -= 1
    if (shared.users > 0) return false
    shared.opened = undefined
    return true
  }
}
