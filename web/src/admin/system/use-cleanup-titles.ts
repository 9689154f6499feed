import { useLingui } from '@lingui/react/macro'
import type { CleanupType } from '@twofold/contract/admin/system'

/** Titles of the clean-ups. The unused recovery codes of System Health are others: those that still work. */
export function useCleanupTitles(): Record<CleanupType, string> {
  const { t } = useLingui()
  return {
    expired_shares: t`Expired shares`,
    orphaned_keys: t`Orphaned keys`,
    unused_recovery_codes: t`Unused recovery codes that no longer work`,
  }
}
