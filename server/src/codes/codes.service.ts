import { type generateCodes, type GeneratedCode, type nextCode, noCode, type showCode } from '@twofold/contract/codes'
import type { CallResponse } from '@twofold/contract/endpoint'
import { limits } from '@twofold/contract/limits'
import type { AccessService } from '../keys/access.service.ts'
import type { Keys } from '../keys/noun.ts'
import { secretPlace } from '../keys/secret-place.ts'
import type { UsageService } from '../keys/usage.service.ts'
import type { Crypto } from '../platform/crypto/crypto.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { Log } from '../platform/log.ts'
import type { CodesRepository, SessionWithKeys } from './codes.repository.ts'
import { prepareSecret, timeRemaining, windowAt } from '../platform/otp.ts'
import { createCodeGeneration } from './code-generation.service.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

export interface CodesServiceDeps extends ServiceDeps {
  codes: (db: Db) => CodesRepository
  keyRows: Keys['keyRows']
  access: Pick<AccessService, 'lock' | 'require'>
  usage: Pick<UsageService, 'noteShown' | 'recordShown'>
  crypto: Pick<Crypto, 'openDataKey'>
  log: Log
}

export function createCodesService(deps: CodesServiceDeps) {
  const { codeOf, openOwners } = createCodeGeneration(deps)
  const codes = deps.codes(deps.db)

  return {
    /** For the route, which checks the session. */
    findSession: (tokenHash: Buffer, now: Date): Promise<SessionWithKeys | undefined> => codes.findSessionWithKeys({ tokenHash, now }),
    /** The codes of every key that the session's person can see, at the server's time. */
    generate(found: SessionWithKeys): CallResponse<typeof generateCodes> {
      const time = deps.clock.now()
      const dataKeys = openOwners(found)
      const shown = found.keys.map((key) => codeOf(key, dataKeys, time))
      markTaken(shown, found.copies, time)
      markTurns(shown, found.turns, time)
      deps.usage.noteShown(
        found.user_id,
        shown.filter(({ code }) => code !== noCode).map(({ id }) => id),
        time,
      )
      return {
        codes: shown,
        time_remaining: timeRemaining(time, limits.codeWindowSeconds),
        server_time: new Date(time).toISOString(),
      }
    },
    /** The live code of one key, for programs that need no other. */
    async show(user: Identity, id: string): Promise<CallResponse<typeof showCode>> {
      const [, key] = await Promise.all([deps.access.require(deps.db, user.id, id, 'view'), codes.find(id)])
      if (key === undefined) throw fail('keys.not_found')
      if (key.period === null) throw fail('keys.code_on_demand')
      if (key.is_exclusive) throw fail('keys.exclusive')
      const time = deps.clock.now()
      const dataKey = () => deps.crypto.openDataKey(key.sealed, key.owner_id)
      const sealed = key.secret.toString('base64')
      const { code } = codeOf([key.id, key.owner_id, key.kind, key.algorithm, key.digits, key.period, sealed], dataKey, time)
      if (code === noCode) throw fail('keys.unreadable')
      deps.usage.noteShown(user.id, [id], time)
      const window = windowAt(time, key.period)
      const iso = (at: number) => new Date(at * (key.period ?? 0) * 1000).toISOString()
      return {
        id,
        code,
        period: key.period,
        window: { from: iso(window), until: iso(window + 1) },
        valid_for_seconds: timeRemaining(time, key.period),
        server_time: new Date(time).toISOString(),
      }
    },
    /** Shows the code of a counter-based key and counts up, under a lock: no code is shown twice. */
    next(user: Identity, id: string): Promise<CallResponse<typeof nextCode>> {
      return deps.transaction(async (tx) => {
        await deps.access.lock(tx.db, user.id, id, 'view')
        const codes = deps.codes(tx.db)
        const key = await codes.find(id)
        if (key === undefined) throw fail('keys.not_found')
        if (key.counter === null) throw fail('keys.not_counter_based')
        if (key.counter >= Number.MAX_SAFE_INTEGER) throw fail('keys.counter_exhausted')
        const secret = prepareSecret(deps.crypto.openDataKey(key.sealed, key.owner_id).open(secretPlace(key), key.secret), key.algorithm)
        const counter = key.counter + 1
        await deps.keyRows.setCounter(tx.db, key.id, counter, deps.clock.date())
        await deps.usage.recordShown(tx, user.id, key.id)
        return { id, code: secret.code(key.counter, key.digits), counter }
      })
    },
  }
}

export type CodesService = ReturnType<typeof createCodesService>

/** Many services refuse a used code, so the page shows that it was used. */
function markTaken(shown: GeneratedCode[], copies: SessionWithKeys['copies'], time: number): void {
  if (copies === null) return
  const byKey = new Map(shown.map((code) => [code.id, code]))
  for (const [keyId, window, name, copiedAt] of copies) {
    const code = byKey.get(keyId)
    if (code === undefined || code.period === null || window !== windowAt(time, code.period)) continue
    code.taken_by = name
    code.taken_at = new Date(copiedAt).toISOString()
  }
}

/** Marks the codes that are reserved now or next. */
function markTurns(shown: GeneratedCode[], turns: SessionWithKeys['turns'], time: number): void {
  if (turns === null) return
  const byKey = new Map(shown.map((code) => [code.id, code]))
  for (const [keyId, window, by, isOwn] of turns) {
    const code = byKey.get(keyId)
    if (code === undefined || code.period === null || window < windowAt(time, code.period)) continue
    const iso = (at: number) => new Date(at * (code.period ?? 0) * 1000).toISOString()
    code.turns = [...(code.turns ?? []), { by, is_own: isOwn, from: iso(window), until: iso(window + 1) }]
  }
}
