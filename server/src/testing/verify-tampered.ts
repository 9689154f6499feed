import { sql } from 'kysely'
import { createAuditChainRepository } from '../platform/audit-chain/audit-chain.repository.ts'
import { verifyDatabase } from '../platform/audit-chain/verify-database.ts'
import type { Db } from '../platform/database.ts'
import type { TestApp } from './start-test-app.ts'

/** Result of a verification after an owner of the tables removed their protection and ran `tamper`. All of it is rolled back. */
export async function verifyTampered<T>(app: Pick<TestApp, 'asOwner' | 'auditChain'>, tables: string[], tamper: (db: Db) => Promise<T>) {
  const db = await app.asOwner().startTransaction().execute()
  try {
    for (const table of tables) {
      await sql`grant update, delete on ${sql.table(table)} to current_user`.execute(db)
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
    }
    const tampered = await tamper(db)
    const { found } = await verifyDatabase(createAuditChainRepository(db), app.auditChain.signer.publicKey)
    return { found, tampered }
  } finally {
    await db.rollback().execute()
  }
}
