import { type CleanupResults, cleanupSampleMost, type CleanupType, cleanupTypes } from '@twofold/contract/admin/system'
import type { Said, Wording } from '@twofold/contract/said'
import { say, sayAll, sentence } from '@twofold/contract/sentences/sentences'
import { v7 as uuid } from 'uuid'
import type { DeletionService } from '../../accounts/deletion.service.ts'
import type { RecoveryCodesService } from '../../factors/recovery-codes.service.ts'
import type { Transaction } from '../../platform/transaction.ts'
import type { GrantsService } from '../../sharing/grants/grants.service.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import { notificationWords } from '../notifications/notification-words.ts'

type Counted = Omit<CleanupResults, 'type'>

interface Cleanup {
  /** Looks through the same query that `run` works through. */
  count(): Promise<Counted>
  /** Answers what it really removed, which others may have removed a part of meanwhile. */
  run(): Promise<{ count: number } & Partial<Counted>>
  /** Sentence about what was removed. */
  say(removed: Counted): Wording[]
  /** Notification for administrators if it was interrupted. */
  broken: 'bell.cleanup_of_shares_failed' | 'bell.cleanup_of_keys_failed' | 'bell.cleanup_of_recovery_codes_failed'
}

export interface CleanupServiceDeps {
  transaction: Transaction
  grants: Pick<GrantsService, 'summariseExpired' | 'endExpired'>
  deletion: Pick<DeletionService, 'summariseDue' | 'purge'>
  recoveryCodes: Pick<RecoveryCodesService, 'summariseUseless' | 'removeUseless'>
  notifications: Pick<NotificationsService, 'notify'>
}

/** Removes obsolete rows: counted first, then removed. Retention does the same later on its own. */
export function createCleanupService(deps: CleanupServiceDeps) {
  const cleanups: Record<CleanupType, Cleanup> = {
    expired_shares: {
      count: () => deps.grants.summariseExpired(cleanupSampleMost),
      run: async () => ({ count: await deps.grants.endExpired() }),
      say: ({ count: ended }) => [sentence('cleanup.shares', { count: ended })],
      broken: 'bell.cleanup_of_shares_failed',
    },
    orphaned_keys: {
      async count() {
        const found = await deps.deletion.summariseDue(cleanupSampleMost)
        return { ...found, count: found.keys }
      },
      async run() {
        const { people, keys } = await deps.deletion.purge()
        return { count: keys, people, keys }
      },
      say: ({ count: keys, people }) => [sentence('cleanup.keys', { count: keys }), sentence('cleanup.accounts', { count: people })],
      broken: 'bell.cleanup_of_keys_failed',
    },
    unused_recovery_codes: {
      count: async () => ({ ...(await deps.recoveryCodes.summariseUseless(cleanupSampleMost)), keys: 0 }),
      run: async () => ({ count: await deps.recoveryCodes.removeUseless() }),
      say: ({ count: removed }) => [sentence('cleanup.recovery_codes', { count: removed })],
      broken: 'bell.cleanup_of_recovery_codes_failed',
    },
  }

  async function count(type: CleanupType): Promise<CleanupResults> {
    return { type, ...(await cleanups[type].count()) }
  }

  const notify = (notice: Parameters<NotificationsService['notify']>[1]) =>
    deps.notifications.notify(`clean-up ${uuid()}`, { ...notice, link: '/admin/system' })

  async function runOrReport(type: CleanupType): Promise<{ count: number } & Partial<Counted>> {
    try {
      return await cleanups[type].run()
    } catch (error) {
      await notify({ type: 'alert', ...notificationWords('bell.cleanup_failed', sentence(cleanups[type].broken)) })
      throw error
    }
  }

  return {
    /** Number of rows that each clean-up would remove now. */
    countAll: (): Promise<CleanupResults[]> => Promise.all(cleanupTypes.map(count)),

    async run(type: CleanupType, isDryRun: boolean): Promise<Said & { dry_run: boolean; results: CleanupResults }> {
      const found = await count(type)
      const { count: counted, people, keys } = found
      // Recorded before the run, whose own transactions would otherwise be recorded in its place.
      await deps.transaction((tx) =>
        tx.audit({
          action: isDryRun ? 'system.cleanup_counted' : 'system.cleaned_up',
          target: { kind: 'cleanup', id: type, name: type },
          after: { count: counted, people, keys },
        }),
      )
      if (isDryRun) return { ...say('cleanup.counted'), dry_run: true, results: found }
      const results = { ...found, ...(await runOrReport(type)) }
      const outcome = cleanups[type].say(results)
      await notify({ type: 'success', ...notificationWords('bell.cleanup_done', ...outcome) })
      return { ...sayAll(...outcome), dry_run: false, results }
    },
  }
}

export type CleanupService = ReturnType<typeof createCleanupService>
