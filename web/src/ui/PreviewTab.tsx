import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { failureMessage } from '../lib/api-error.ts'
import { toast } from './toast.ts'

type PreviewTabProps = {
  url: string | undefined
  renew: () => Promise<string>
  children: (button: { open: () => void; disabledReason: string | undefined }) => ReactNode
}

/** Props of a button that opens a preview in a new tab. */
export function PreviewTab({ url, renew, children }: PreviewTabProps) {
  const { t } = useLingui()
  const open = () =>
    void openPreview(renew).catch((error: unknown) => toast.error(failureMessage(error, t`The preview could not be opened.`)))
  return children({ open, disabledReason: url === undefined ? t`There is no preview yet.` : undefined })
}

/** Opens a tab at once, as browsers allow it only on a press, and sends it to the address when that is known. The tab cannot reach this page. */
async function openPreview(ask: () => Promise<string>): Promise<void> {
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  try {
    const url = await ask()
    if (tab) tab.location.replace(url)
    else window.open(url, '_blank', 'noopener')
  } catch (error) {
    tab?.close()
    throw error
  }
}
