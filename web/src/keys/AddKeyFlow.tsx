import type { CallResponse } from '@twofold/contract/endpoint'
import type { addKey } from '@twofold/contract/keys'
import type { KeyParameters } from '@twofold/contract/otpauth'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { AddKeyDialog, type FoundKey } from './AddKeyDialog.tsx'
import type { KeyDraft } from './key-draft.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { Alert } from '../ui/Alert.tsx'
import { DoneDialog } from '../ui/DoneDialog.tsx'
import { openDialogs } from '../ui/open-dialogs.ts'
import { SecretParts } from '../ui/SecretParts.tsx'
import { toast } from '../ui/toast.ts'
import { SecretDialog } from './SecretDialog.tsx'

interface AddKeyFlowProps {
  isOpen: boolean
  onOpenChange: (open: boolean) => void
  /** Initial values of the form. */
  name: string
  /** Result of a scan, or of a link that was pasted. */
  found: FoundKey | undefined
  onScan: () => void
  /** The live code of what is not saved yet. */
  code: (parameters: KeyParameters) => ReactNode
  /** The generated secret was shown and is put away. */
  onProvisioned: () => void
}

/** The add dialog and, after it, the generated secret, if one was generated. What could not be saved waits in a toast. */
export function AddKeyFlow({ isOpen, onOpenChange, onProvisioned, ...scan }: AddKeyFlowProps) {
  const [failed, setFailed] = useState<KeyDraft>()
  const [added, setAdded] = useState<CallResponse<typeof addKey>>()
  const [again, setAgain] = useState<KeyDraft>()
  const offerAgain = useFailedDraft(setAgain)
  const openAgain = useEffectEvent((draft: KeyDraft) => {
    setFailed(draft)
    setAgain(undefined)
    onOpenChange(true)
  })
  useEffect(() => {
    if (again === undefined) return
    // Another form is open. It asks first if somebody typed into it, and this one waits until it is closed.
    if (isOpen) openDialogs.get().at(-1)?.requestClose()
    else openAgain(again)
  }, [again, isOpen])
  const putAway = () => {
    setAdded(undefined)
    onProvisioned()
  }
  return (
    <>
      {isOpen && (
        <AddKeyDialog
          {...scan}
          failed={failed}
          onClose={() => {
            setFailed(undefined)
            onOpenChange(false)
          }}
          onAdded={(answer, { secret }) => setAdded(secret.trim() === '' ? answer : undefined)}
          onFailed={offerAgain}
        />
      )}
      {added?.provisioning && <ProvisioningDialog name={added.key.name} provisioning={added.provisioning} onClose={putAway} />}
      {/* The answer that had the secret was lost, and this is its repetition. */}
      {added && !added.provisioning && <SecretDialog item={added.key} isOwn onClose={putAway} />}
    </>
  )
}

/** Offers a draft that could not be saved until somebody takes it back, puts it away or leaves the page. */
function useFailedDraft(onTryAgain: (draft: KeyDraft) => void) {
  const { t } = useLingui()
  const offered = useRef<number[]>([])
  useEffect(() => {
    const ids = offered.current
    return () => {
      for (const id of ids) toast.dismiss(id)
    }
  }, [])
  return (message: string, draft: KeyDraft) => {
    const action = { label: t`Try again`, onPress: () => onTryAgain(draft) }
    offered.current.push(toast.error(message, { duration: Infinity, action }))
  }
}

type Provisioning = NonNullable<CallResponse<typeof addKey>['provisioning']>

/** A generated secret, in the one moment in which it can be taken to the service that the key is for. */
function ProvisioningDialog({ name, provisioning, onClose }: { name: string; provisioning: Provisioning; onClose: () => void }) {
  const { t } = useLingui()
  useUnsavedChanges(true, { isShownOnce: true })
  return (
    <DoneDialog
      title={t`Set up ${name} elsewhere`}
      subtitle={t`The secret was generated here. The service, or a second app, needs it too.`}
      onClose={onClose}
    >
      <Alert type="warning" title={t`This is shown only once`}>
        <Trans>Scan or copy it before you close this.</Trans>
      </Alert>
      <SecretParts label={t`QR code for ${name}`} hasLink {...provisioning} />
    </DoneDialog>
  )
}
