import { t } from '@lingui/core/macro'
import { copiedCode } from '@twofold/contract/codes'
import { call } from '../lib/call.ts'
import { rememberCopy } from '../lib/install-offer.ts'
import { toast } from '../ui/toast.ts'

/** Tells others who have the key that a code was copied, and the person whose it was already: many services refuse a code twice. */
export async function confirmCopied(id: string, label: string, which: 'current' | 'next', refresh: () => void): Promise<void> {
  rememberCopy()
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
  refresh()
}
