import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ProfileUser } from '@twofold/contract/profile'
import { Trash2 } from '../ui/icons/Trash2.ts'
import { type ReactNode, useState } from 'react'
import { Loaded } from '../kits/Loaded.tsx'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'
import { type DeletionPreview, deletionQuery } from './deletion.ts'
import { DeletionSummary } from './DeletionSummary.tsx'

interface DeleteAccountPanelProps {
  profile: ProfileUser
  /** Ways to save keys that others use. */
  sharedKeys: (keys: DeletionPreview['shared_keys']) => ReactNode
  onDeleted: () => void
}

/** Deletion of the own account: its effects, what to do first, and the button. */
export function DeleteAccountPanel({ profile, sharedKeys, onDeleted }: DeleteAccountPanelProps) {
  const { t } = useLingui()
  const [isAsking, setIsAsking] = useState(false)
  const deletion = useQuery(deletionQuery)
  const { data } = deletion
  const isLast = data?.is_last_administrator === true
  return (
    <Panel title={t`Delete Account`} className="border-danger-line">
      <div className="grid gap-5">
        <Loaded of={deletion} failed={t`Couldn’t load what will be deleted`}>
          {(preview) => (
            <>
              <div className="grid gap-2 text-text-2">
                <p>
                  <Trans>Deleting your account takes this away:</Trans>
                </p>
                <DeletionSummary preview={preview} />
              </div>
              {preview.shared_keys.length > 0 && sharedKeys(preview.shared_keys)}
            </>
          )}
        </Loaded>
        {isLast && (
          <Alert type="warning" title={<Trans>You are the last active administrator</Trans>}>
            <Trans>Make somebody else an administrator first; then this account can be deleted.</Trans>
          </Alert>
        )}
        <Button
          variant="danger-line"
          icon={Trash2}
          className="justify-self-start"
          onPress={() => setIsAsking(true)}
          disabledReason={isLast ? t`Make somebody else an administrator first.` : undefined}
        >
          <Trans>Delete Account</Trans>
        </Button>
      </div>
      {isAsking && <DeleteAccountDialog profile={profile} preview={data} onClose={() => setIsAsking(false)} onDeleted={onDeleted} />}
    </Panel>
  )
}
