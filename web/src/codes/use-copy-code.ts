import { useLingui } from '@lingui/react/macro'
import { noCode } from '@twofold/contract/codes'
import { copyText } from '../lib/copy-text.ts'
import { toast } from '../ui/toast.ts'
import type { CodesFeed } from './codes-feed.ts'
import { noteCopied } from './just-copied.ts'
import { useCodesFeed } from './use-codes.tsx'

const toastDuration = 2000

/**
 * Copies a code and says so, also to others who have the key: many services refuse a code twice. Who comes second hears it from the answer,
 * since the page asks for codes once in a window only. `which` of the two codes that the page has it is. Resolves to whether it is on the
 * clipboard.
 */
export const useCopyCode = () => useCopyCodeOf(useCodesFeed())

/** The same for screens that may not show codes. */
export function useCopyCodeOf(feed: Pick<CodesFeed, 'refresh'> | undefined) {
  const { t } = useLingui()

  // The steps after a copy are loaded on the first one.
  async function confirmCopy(...copy: [id: string, label: string, which: 'current' | 'next']) {
    const { confirmCopied } = await import('./confirm-copied.ts')
    await confirmCopied(...copy, () => feed?.refresh())
  }

  return async (
    { id, name: label }: { id: string; name: string },
    code: string,
    which: 'current' | 'next' = 'current',
  ): Promise<boolean> => {
    if (code === noCode) {
      toast.warning(t`No code available to copy`)
      return false
    }
    const copied = await copyText(code)
    if (copied) {
      noteCopied(id)
      // If others are not informed, the copy still succeeded.
      confirmCopy(id, label, which).catch(() => {})
      toast.success(t`${label} code copied to clipboard!`, { duration: toastDuration })
    } else toast.error(t`Failed to copy code to clipboard`)
    return copied
  }
}
