import type { Clock } from './clock.ts'
import type { Db } from './database.ts'
import type { Transaction } from './transaction.ts'

export interface ServiceDeps {
  db: Db
  transaction: Transaction
  clock: Clock
}
