import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type Backup, type BackupOverview, confirmBackupSecret } from '@twofold/contract/admin/backups'
import { type ReactNode, useState } from 'react'
import { Loaded } from '../../kits/Loaded.tsx'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { CancelButton } from '../../ui/CancelButton.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { MachineText } from '../../ui/MachineText.tsx'
import { BackupState } from './BackupState.tsx'
import { backupsKey, backupsQuery } from './backups.ts'
import { sizeText } from './size-text.ts'
import { useStartBackup } from './use-backup-acts.ts'

interface FirstBackupDialogProps {
  onClose: () => void
  /** The administrator said that the secret is stored elsewhere. */
  onStored: () => void
}

/** Makes the first backup, shows that it was read back, and asks whether what opens it is stored elsewhere. */
export function FirstBackupDialog({ onClose, onStored }: FirstBackupDialogProps) {
  const { t } = useLingui()
  const overview = useQuery(backupsQuery)
  const start = useStartBackup()
  const [isStored, setIsStored] = useState(false)
  const confirm = useAct({
    send: () => call(confirmBackupSecret),
    failed: t`Your confirmation could not be saved. Please try again.`,
    renews: [backupsKey],
    onDone: onStored,
  })
  const backups = overview.data?.data ?? []
  const verified = backups.find(({ state, verify_error }) => state === 'completed' && verify_error === null)
  const latest = backups[0]
  const isBeingMade = latest?.state === 'waiting' || latest?.state === 'running'
  return (
    <Dialog
      title={t`Back up`}
      subtitle={t`One encrypted file with everything that a fresh installation needs.`}
      onClose={onClose}
      pending={confirm.isPending}
      footer={
        <>
          <CancelButton />
          {verified ? (
            <Button
              variant="primary"
              pending={confirm.isPending}
              disabledReason={isStored ? undefined : t`Confirm first that the secret is stored elsewhere.`}
              onPress={() => confirm.mutate()}
            >
              <Trans>Done</Trans>
            </Button>
          ) : (
            <Button
              variant="primary"
              pending={start.isPending || isBeingMade}
              pendingLabel={t`Making the backup...`}
              onPress={() => start.mutate()}
            >
              <Trans>Make backup</Trans>
            </Button>
          )}
        </>
      }
    >
      <Loaded of={overview} failed={t`The backups could not be loaded`}>
        {({ secret, encrypted_with: kind }) => (
          <div className="grid gap-4">
            {verified ? (
              <VerifiedBackup backup={verified} secret={secret} kind={kind} isStored={isStored} onStored={setIsStored} />
            ) : latest ? (
              <div aria-live="polite">
                <BackupState backup={latest} />
              </div>
            ) : (
              <p>
                <Trans>
                  The backup is read back after it was made, so that you know it can be restored. It usually takes a few seconds.
                </Trans>
              </p>
            )}
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

interface VerifiedBackupProps {
  backup: Backup
  secret: BackupOverview['secret']
  kind: BackupOverview['encrypted_with']
  isStored: boolean
  onStored: (isStored: boolean) => void
}

function VerifiedBackup({ backup, secret, kind, isStored, onStored }: VerifiedBackupProps) {
  const { t } = useLingui()
  return (
    <>
      <Facts>
        <Fact name={t`Backup`}>
          <MachineText>{backup.file_name}</MachineText>
        </Fact>
        <Fact name={t`State`}>
          <BackupState backup={backup} />
        </Fact>
        <Fact name={t`Size`}>{sizeText(backup.size ?? 0)}</Fact>
        <Fact name={t`Opens with`}>
          <SecretName kind={kind} />
        </Fact>
        <Fact name={t`Where that lies`}>
          <SecretPlace {...secret} />
        </Fact>
      </Facts>
      <Alert type="warning" title={t`Without this secret no backup can be opened`}>
        <Trans>
          It is not part of the backup. Copy it to a place that survives this machine, such as a safe or a password manager that you reach
          without this vault.
        </Trans>
      </Alert>
      <Checkbox
        label={t`I have stored the secret outside of this machine`}
        checked={isStored}
        onChange={({ target }) => onStored(target.checked)}
      />
    </>
  )
}

function SecretName({ kind }: { kind: BackupOverview['encrypted_with'] }): ReactNode {
  const { t } = useLingui()
  return kind === 'password' ? t`The backup password` : t`The root key`
}

function SecretPlace({ place, name }: BackupOverview['secret']) {
  return place === 'file' ? (
    <Trans>
      In the file <MachineText>{name}</MachineText> on the server
    </Trans>
  ) : (
    <Trans>
      In <MachineText>{name}</MachineText>, in the configuration of the server
    </Trans>
  )
}
