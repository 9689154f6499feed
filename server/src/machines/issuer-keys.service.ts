import type { PublicKeySet } from '@twofold/contract/public-keys'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Log } from '../platform/log.ts'
import type { IssuerKeysRepository } from './issuer-keys.repository.ts'
import type { AskedIssuer } from './fetch-issuer-keys.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

/** Milliseconds: for which keys are used without asking; between two questions; for which a copy serves when there is no answer. */
const [freshMs, pauseMs, copyMs] = [10 * 60_000, 30_000, 60 * 60_000]

interface Known {
  keys: PublicKeySet
  fetchedAt: number
}

export interface IssuerKeysDeps extends Pick<ServiceDeps, 'clock' | 'db'> {
  copies: (db: Db) => IssuerKeysRepository
  fetchKeys: (issuer: AskedIssuer) => Promise<PublicKeySet>
  log: Pick<Log, 'warn'>
}

/** The keys by which issuers sign. They are asked once for all who wait, and never more often than twice a minute. */
export function createIssuerKeys(deps: IssuerKeysDeps) {
  const known = new Map<string, Known>()
  const asked = new Map<string, { at: number; hasAnswered: boolean }>()
  const asking = new Map<string, Promise<boolean>>()

  /** Whether the issuer answered. */
  async function ask(issuer: AskedIssuer & { id: string }): Promise<boolean> {
    const now = deps.clock.now()
    try {
      const keys = await deps.fetchKeys(issuer)
      known.set(issuer.id, { keys, fetchedAt: now })
      await deps.copies(deps.db).put(issuer.id, keys, new Date(now))
      return true
    } catch (error) {
      deps.log.warn({ err: error, issuer: issuer.issuer }, 'the keys of an issuer could not be fetched')
      return false
    }
  }

  /** Whether the issuer answered, now or within the pause. Undefined: it did within the pause, maybe before it had a new key. */
  async function askOnce(issuer: AskedIssuer & { id: string }): Promise<boolean | undefined> {
    const underWay = asking.get(issuer.id)
    if (underWay !== undefined) return underWay
    const at = deps.clock.now()
    const last = asked.get(issuer.id)
    if (last !== undefined && at - last.at < pauseMs) return last.hasAnswered ? undefined : false
    const answer = ask(issuer)
    asking.set(issuer.id, answer)
    try {
      const hasAnswered = await answer
      asked.set(issuer.id, { at, hasAnswered })
      return hasAnswered
    } finally {
      asking.delete(issuer.id)
    }
  }

  /** Another node's copy is newer if the issuer answered that node last. */
  async function readCopy(id: string): Promise<void> {
    const copy = await deps.copies(deps.db).find(id)
    const ours = known.get(id)
    if (copy === undefined || (ours !== undefined && ours.fetchedAt >= copy.fetched_at.getTime())) return
    known.set(id, { keys: copy.jwks as unknown as PublicKeySet, fetchedAt: copy.fetched_at.getTime() })
  }

  const has = (keys: PublicKeySet, keyId: string | undefined) => keyId === undefined || keys.keys.some(({ kid }) => kid === keyId)

  return {
    async find(issuer: AskedIssuer & { id: string; jwks: unknown }, keyId: string | undefined): Promise<PublicKeySet> {
      if (issuer.jwks !== null) return issuer.jwks as PublicKeySet
      const isGood = (within: number) => {
        const now = known.get(issuer.id)
        return now !== undefined && deps.clock.now() - now.fetchedAt < within ? now.keys : undefined
      }
      const fresh = isGood(freshMs)
      if (fresh !== undefined && has(fresh, keyId)) return fresh
      const hasAnswered = await askOnce(issuer)
      if (hasAnswered !== true) await readCopy(issuer.id)
      const usable = isGood(copyMs)
      // An unknown key may be a new one of an issuer that is down.
      if (usable === undefined || (hasAnswered === false && !has(usable, keyId)))
        throw fail('workload.issuer_unreachable', { retryAfter: pauseMs / 1000 })
      return usable
    },
  }
}

export type IssuerKeys = ReturnType<typeof createIssuerKeys>
