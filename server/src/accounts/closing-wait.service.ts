import { normalizeEmail } from '@twofold/contract/email-address'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { Transaction, Tx } from '../platform/transaction.ts'
import { isClosing } from '../trust/hands.ts'
import type { TrustService } from '../trust/trust.service.ts'
import type { ClosingService } from './closing.service.ts'
import type { LinksRepository } from './links.repository.ts'

type WaitingClosing = Awaited<ReturnType<TrustService['listWaiting']>>[number]

const hour = 60 * 60 * 1000
const day = 24 * hour

/**
 * Waiting opens a closed account only if its person had the chance to object. An administrator can switch e-mail off, route it through a server of
 * their own, or cause an address to bounce; so the waiting time starts with the first notice by an untampered e-mail, and restarts until one was
 * sent. Runs every minute. If no e-mail was ever set up, the time set when the account was closed stands.
 */
export function createClosingWait(deps: {
  transaction: Transaction
  links: (db: Db) => Pick<LinksRepository, 'listStops' | 'listTellings'>
  trust: Pick<TrustService, 'listWaiting' | 'wasWayClean' | 'waitFrom' | 'findClosing'>
  closing: Pick<ClosingService, 'notify'>
  policy: Pick<Policy, 'quarantine_days'>
  clock: Clock
}) {
  const waitingTime = () => deps.policy.quarantine_days * day

  /** Time of the first notice that went out by a clean mail path; undefined: none yet. */
  async function findNotified(tx: Tx, email: string, since: Date): Promise<Date | undefined> {
    for (const at of await deps.links(tx.db).listTellings(email, since)) if (await deps.trust.wasWayClean(tx, at)) return at
    return undefined
  }

  async function notifyAgain(tx: Tx, { id, name, email }: WaitingClosing, oldAddress: string | null): Promise<void> {
    const hand = (await deps.trust.findClosing(id))?.hands.find(({ kind }) => isClosing(kind))
    await deps.closing.notify(tx.db, {
      userId: id,
      person: { name, email },
      by: hand !== undefined && isClosing(hand.kind) ? hand.kind : 'unclean_link',
      actor: hand?.by_name ?? null,
      until: new Date(deps.clock.now() + waitingTime()),
      oldAddress,
    })
  }

  async function watch(tx: Tx, account: WaitingClosing): Promise<void> {
    const { id, email, closed_at: since, codes_closed_until: until } = account
    const now = deps.clock.date()
    const stops = await deps.links(tx.db).listStops(id, since)
    // If the account's address was changed, the previous one is its person's.
    const before = [...new Set(stops.map((stop) => stop.email))].filter((one) => one !== normalizeEmail(email))
    const notified: (Date | undefined)[] = []
    for (const address of before.length > 0 ? before : [email]) notified.push(await findNotified(tx, address, since))
    if (!notified.includes(undefined)) {
      const last = Math.max(...notified.map((at) => at?.getTime() ?? 0))
      if (last + waitingTime() > until.getTime()) await deps.trust.waitFrom(tx, id, new Date(last))
      return
    }
    // Not on every run, since each change is sent to open pages.
    if (until.getTime() < now.getTime() + waitingTime() - hour) await deps.trust.waitFrom(tx, id, now)
    const newest = stops[0]?.created_at
    const isOld = newest === undefined || newest.getTime() <= now.getTime() - waitingTime()
    const wasUnclean = newest !== undefined && !(await deps.trust.wasWayClean(tx, newest)) && (await deps.trust.wasWayClean(tx, now))
    if (isOld || wasUnclean) await notifyAgain(tx, account, before[0] ?? null)
  }

  return {
    async look(): Promise<void> {
      for (const account of await deps.trust.listWaiting()) await deps.transaction((tx) => watch(tx, account))
    },
  }
}
