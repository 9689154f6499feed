import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { offerPinPrompt, type PinRequest, pinRequest } from '../lib/pin-gate.ts'
import { useLiveValue } from '../lib/use-live-value.ts'
import { toast } from '../ui/toast.ts'

type Dialog = (props: { request: PinRequest }) => ReactNode

/** Asks for the PIN whenever a call needs it. The dialog is fetched then. */
export function PinPrompt() {
  const { t } = useLingui()
  const request = useLiveValue(pinRequest)
  const [Dialog, setDialog] = useState<Dialog>()
  useEffect(() => offerPinPrompt(), [])
  useEffect(() => {
    if (!request || Dialog) return
    import('../factors/PinDialog.tsx').then(
      (module) => setDialog(() => module.PinDialog),
      () => {
        request.answer(false)
        toast.error(t`The server cannot be reached. Check your connection and try again.`)
      },
    )
  }, [request, Dialog, t])
  return request && Dialog && <Dialog request={request} />
}
