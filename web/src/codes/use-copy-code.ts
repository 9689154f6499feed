import { useLingui } from '@lingui/react/macro'
import { noCode } from '@twofold/contract/codes'
import { copyText } from '../lib/copy-text.ts'
import { rememberCopy } from '../lib/install-offer.ts'
import { toast } from '../ui/toast.ts'

const toastDuration = 2000

/** Copies a code and says so. `label` is the key's name. Resolves to whether the code is on the clipboard. */
export function useCopyCode() {
  const { t } = useLingui()
  return async (label: string, code: string): Promise<boolean> => {
    if (code === noCode) {
      toast.warning(t`No code available to copy`)
      return false
    }
    const copied = await copyText(code)
    if (copied) {
      rememberCopy()
      toast.success(t`${label} code copied to clipboard!`, { duration: toastDuration })
    } else toast.error(t`Failed to copy code to clipboard`)
    return copied
  }
}
