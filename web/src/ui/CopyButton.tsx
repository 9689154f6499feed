import { useLingui } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '../lib/copy-text.ts'
import { Button } from './Button.tsx'
import { toast } from './toast.ts'

/** Puts `text` on the clipboard, and says whether that was possible. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  const { t } = useLingui()
  const [copied, setCopied] = useState(false)
  async function copy() {
    const done = await copyText(text)
    setCopied(done)
    if (done) toast.success(t`Copied to clipboard`, { duration: 2000 })
    else toast.error(t`The browser does not allow copying. Select the text and copy it by hand.`)
  }
  return (
    <Button size="sm" icon={copied ? Check : Copy} onPress={() => void copy()}>
      {children}
    </Button>
  )
}
