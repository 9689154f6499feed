import { randomBytes } from 'node:crypto'
import { encodeBase32 } from '@twofold/contract/base32'
import { recoveryCodesPerSet } from '@twofold/contract/factors'
import { v7 as uuid } from 'uuid'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Crypto } from '../platform/crypto/crypto.ts'
import { constantTimeEqual } from '../platform/crypto/token.ts'
import type { Db } from '../platform/database.ts'
import type { Tx } from '../platform/transaction.ts'
import type { RecoveryCodesRepository } from './recovery-codes.repository.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

/** 130 bits. */
const codeLength = 26
const versionSize = 2

export interface RecoveryCodesServiceDeps extends ServiceDeps {
  codes: (db: Db) => RecoveryCodesRepository
  activity: Pick<ActivityService, 'record'>
  crypto: Pick<Crypto, 'mac' | 'macWith'>
}

/** Ten single-use codes that replace a lost second factor, shown once. Stored as MACs under a key that is not in the database. */
export function createRecoveryCodesService(deps: RecoveryCodesServiceDeps) {
  const outside = deps.codes(deps.db)
  const partsOf = (userId: string, code: string) => ['recovery-code', userId, code]

  function hash(userId: string, code: string): Buffer {
    const { version, mac } = deps.crypto.mac('index', ...partsOf(userId, code))
    const stored = Buffer.alloc(versionSize + mac.length)
    stored.writeUInt16BE(version)
    stored.set(mac, versionSize)
    return stored
  }

  function matches(stored: Buffer, userId: string, code: string): boolean {
    const mac = deps.crypto.macWith('index', stored.readUInt16BE(), ...partsOf(userId, code))
    return mac !== undefined && constantTimeEqual(mac, stored.subarray(versionSize))
  }

  async function makeAnew(tx: Pick<Tx, 'db' | 'writeLast'>, userId: string): Promise<string[]> {
    const rows = deps.codes(tx.db)
    const codes = Array.from({ length: recoveryCodesPerSet }, () => encodeBase32(randomBytes(17)).slice(0, codeLength))
    const set_id = uuid()
    await rows.replaceAll(userId, deps.clock.date())
    await rows.put(
      codes.map((code) => ({ id: uuid(), user_id: userId, set_id, code_hash: hash(userId, code), created_at: deps.clock.date() })),
    )
    await deps.activity.record(tx, { userId, kind: 'recovery_codes_made' })
    return codes.map(grouped)
  }

  return {
    /** A new set in place of the one before. */
    make: (userId: string): Promise<string[]> =>
      deps.transaction(async (tx) => {
        await deps.codes(tx.db).lockPerson(userId)
        return makeAnew(tx, userId)
      }),

    /** Creates codes with the first factor; undefined: there are usable codes already. */
    async makeFirst(tx: Pick<Tx, 'db' | 'writeLast'>, userId: string): Promise<string[] | undefined> {
      const rows = deps.codes(tx.db)
      const [, unused] = await Promise.all([rows.lockPerson(userId), rows.findUnused(userId)])
      return unused.length > 0 ? undefined : makeAnew(tx, userId)
    },

    /** Uses the code up; of many calls at once one gets true. Case, spaces and dashes do not matter. The caller locks the account first. */
    async use(tx: Pick<Tx, 'db' | 'writeLast'>, userId: string, code: string, address: string): Promise<boolean> {
      const normalized = code.replaceAll(/[\s-]/g, '').toUpperCase()
      const rows = deps.codes(tx.db)
      const found = (await rows.lockUnused(userId)).find(({ code_hash }) => matches(code_hash, userId, normalized))
      if (found === undefined) return false
      await rows.use(found.id, deps.clock.date())
      await deps.activity.record(tx, { userId, kind: 'recovery_code_used', address })
      return true
    },

    /** Preview of `removeUseless`. */
    summariseUseless: outside.summariseUseless,

    /** Removes unused codes that can no longer be used. Answers the number. */
    removeUseless: outside.removeUseless,

    /** Counts of the present set. */
    async count(userId: string): Promise<{ available: number; used: number; total: number; created_at: Date | null }> {
      const { total, used, created_at } = await outside.count(userId)
      return { available: total - used, used, total, created_at }
    },
  }
}

export type RecoveryCodesService = ReturnType<typeof createRecoveryCodesService>

/** Four letters at a time, as they are read and typed. */
const grouped = (code: string): string => code.replaceAll(/.{4}(?=.)/g, '$&-')
