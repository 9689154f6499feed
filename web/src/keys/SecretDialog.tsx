import { Trans, useLingui } from '@lingui/react/macro'
import type { CallResponse } from '@twofold/contract/endpoint'
import { showSecret } from '@twofold/contract/keys'
import { useState } from 'react'
import { Loaded } from '../kits/Loaded.tsx'
import { call } from '../lib/call.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { HiddenAgain } from './HiddenAgain.tsx'
import { SecretParts } from '../ui/SecretParts.tsx'
import { ShowingNote } from './ShowingNote.tsx'
import { useHideSoon } from './use-hide-soon.ts'
import { useShowing } from './use-showing.ts'

interface SecretDialogProps {
  item: { id: string; name: string }
  isOwn: boolean
  onClose: () => void
}

/** The secret of a key and its QR code once more, behind the PIN and for a minute. */
export function SecretDialog({ item, isOwn, onClose }: SecretDialogProps) {
  const { t } = useLingui()
  const [isHidden, setHidden] = useState(false)
  return (
    <Dialog
      title={t`Secret and QR code`}
      subtitle={item.name}
      onClose={onClose}
      footer={
        <Button onPress={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      {isHidden ? (
        <HiddenAgain onShow={() => setHidden(false)} />
      ) : (
        <Secret item={item} isOwn={isOwn} onClose={onClose} onHide={() => setHidden(true)} />
      )}
    </Dialog>
  )
}

function Secret({ item: { id, name }, isOwn, onClose, onHide }: SecretDialogProps & { onHide: () => void }) {
  const { t } = useLingui()
  const showing = useShowing(['secret', id], () => call(showSecret, { params: { id } }), onClose)
  return (
    <Loaded of={showing} failed={t`The secret could not be shown`}>
      {(data) => <ShownSecret {...{ name, data, isOwn, onHide }} at={showing.dataUpdatedAt} />}
    </Loaded>
  )
}

interface ShownSecretProps {
  name: string
  data: CallResponse<typeof showSecret>
  at: number
  isOwn: boolean
  onHide: () => void
}

function ShownSecret({ name, data, at, isOwn, onHide }: ShownSecretProps) {
  const { t } = useLingui()
  const secondsLeft = useHideSoon(onHide)
  return (
    <>
      <ShowingNote {...{ at, secondsLeft, isOwn }} />
      <SecretParts label={t`QR code for ${name}`} hasLink {...data} />
    </>
  )
}
