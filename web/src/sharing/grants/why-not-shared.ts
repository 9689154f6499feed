import { t } from '@lingui/core/macro'
import { limits } from '@twofold/contract/limits'

/** Reason why this many keys cannot be shared at once. */
export function whyNotShared(count: number): string | undefined {
  const { keysPerShare } = limits
  if (count === 0) return t`Choose the keys to share.`
  return count > keysPerShare ? t`At most ${keysPerShare} keys can be shared at once.` : undefined
}
