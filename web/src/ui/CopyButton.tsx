import { useLingui } from '@lingui/react/macro'
import { Check } from './icons/Check.ts'
import { Copy } from './icons/Copy.ts'
import { useId, useState } from 'react'
import { copyText } from '../lib/copy-text.ts'
import { Button, IconButton } from './Button.tsx'
import { toast } from './toast.ts'

/** Puts `text` on the clipboard, and says whether that was possible. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  return (
    <Button size="sm" {...useCopying(text)}>
      {children}
    </Button>
  )
}

/** The same without text, for narrow spaces. `of`: id of the text, which completes its name. */
export function CopyIconButton({ text, label, of }: { text: string; label: string; of: string }) {
  const id = useId()
  return <IconButton size="sm" label={label} id={id} aria-labelledby={`${id} ${of}`} {...useCopying(text)} />
}

function useCopying(text: string) {
  const { t } = useLingui()
  const [copied, setCopied] = useState(false)
  async function copy() {
    const done = await copyText(text)
    setCopied(done)
    if (done) toast.success(t`Copied to clipboard`, { duration: 2000 })
    else toast.error(t`The browser does not allow copying. Select the text and copy it by hand.`)
  }
  return { icon: copied ? Check : Copy, onPress: () => void copy() }
}
