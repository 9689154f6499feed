import { useLingui } from '@lingui/react/macro'
import { copiedCode, noCode } from '@twofold/contract/codes'
import { call } from '../lib/call.ts'
import { copyText } from '../lib/copy-text.ts'
import { rememberCopy } from '../lib/install-offer.ts'
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

/** The same where no screen may show codes. */
export function useCopyCodeOf(feed: Pick<CodesFeed, 'refresh'> | undefined) {
  const { t } = useLingui()

  async function tell(id: string, label: string, which: 'current' | 'next') {
    const {
      copied_at: at,
      taken_by: by,
      taken_at: takenAt,
      reserved_by: reservedBy,
    } = await call(copiedCode, { params: { id }, body: { code: which } })
    if (reservedBy !== undefined) {
      const holder = reservedBy.trim() || t`Unknown`
      toast.warning(t`${label}: ${holder} reserved this code.`)
    }
    if (by === undefined || takenAt === undefined) return
    const who = by.trim() || t`Unknown`
    const seconds = Math.round((Date.parse(at) - Date.parse(takenAt)) / 1000)
    toast.warning(t`${label}: taken by ${who} ${seconds} s ago. Use the next code.`)
    feed?.refresh()
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
      rememberCopy()
      noteCopied(id)
      // That others are not told is no failure of the copy.
      tell(id, label, which).catch(() => {})
      toast.success(t`${label} code copied to clipboard!`, { duration: toastDuration })
    } else toast.error(t`Failed to copy code to clipboard`)
    return copied
  }
}
