import { sentence } from '@twofold/contract/sentences/sentences'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { Transaction, Tx } from '../../platform/transaction.ts'
import type { DigestsRepository } from './digests.repository.ts'
import { type DigestKind, duePeriod, type Period } from './periods.ts'

/** People of one transaction. */
const batchSize = 100

/** Summaries of a week or a month: for each person who asked for one, and for administrators (docs/decisions/0317). */
export function createDigestsService(deps: {
  transaction: Transaction
  digests: (db: Db) => DigestsRepository
  clock: Clock
  batchSize?: number
}) {
  const most = deps.batchSize ?? batchSize

  /** True: there may be more recipients. Emitted events and progress are committed together, so nobody gets a digest twice. */
  async function sendSome(tx: Tx, kind: DigestKind, period: Period): Promise<boolean> {
    const rows = deps.digests(tx.db)
    const after = await rows.claim(kind, period.begins)
    if (after === undefined) return false
    const last = kind === 'digest.security' ? await sendSecurity(tx, period) : await sendPersonal(tx, { kind, period, after })
    await rows.advance(kind, period.begins, { after: last ?? after, isDone: last === undefined })
    return last !== undefined
  }

  async function sendSecurity(tx: Tx, period: Period): Promise<undefined> {
    const counted = await deps.digests(tx.db).countSecurity(period)
    await tx.emit('digest.security', {
      data: {
        'digest.failed_logins': counted.failed_logins,
        'digest.locked': counted.locked,
        'digest.new_devices': counted.new_devices,
        'digest.shares': counted.shares,
      },
    })
  }

  /** Answers the last recipient; undefined: there are no more. */
  async function sendPersonal(
    tx: Tx,
    { kind, period, after }: { kind: Exclude<DigestKind, 'digest.security'>; period: Period; after: string },
  ): Promise<string | undefined> {
    const people = await deps.digests(tx.db).listPersonal(kind, period, after, most)
    const words = [sentence('digest.period', { from: period.begins, to: period.ends })]
    for (const { id, codes, keys, shares, logins } of people)
      await tx.emit(kind, {
        to: { user_id: id },
        data: { 'digest.period': words, 'digest.codes': codes, 'digest.keys': keys, 'digest.shares': shares, 'digest.logins': logins },
      })
    return people.length === most ? people.at(-1)?.id : undefined
  }

  return {
    /** Run often, on every node: who sees first that one is due sends it, and the next goes on where that was cut off. */
    async sendDue(): Promise<void> {
      for (const kind of ['digest.weekly', 'digest.monthly', 'digest.security'] as const) {
        const period = duePeriod(kind, deps.clock.now())
        if (period !== undefined) while (await deps.transaction((tx) => sendSome(tx, kind, period)));
      }
    },
  }
}
