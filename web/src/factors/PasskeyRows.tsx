import { Trans, useLingui } from '@lingui/react/macro'
import { type Passkey, removePasskey, renamePasskey, renamePasskeyBody } from '@twofold/contract/factors'
import { KeyRound } from '../ui/icons/KeyRound.ts'
import { Plus } from '../ui/icons/Plus.ts'
import { useState } from 'react'
import { call } from '../lib/call.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { SettingRow } from '../ui/SettingRow.tsx'
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx'
import { RemoveFactorDialog } from './RemoveFactorDialog.tsx'
import { useFactorChange } from './use-factor-change.ts'
import { FormDialog } from '../kits/FormDialog.tsx'
import { useFormDialog } from '../kits/use-form-dialog.ts'
import { schemaResolver } from '../lib/schema-resolver.ts'
import { TextField } from '../ui/TextField.tsx'
import { factorsQuery } from './factors.ts'

export function PasskeyRow({ passkey, isLast }: { passkey: Passkey; isLast: boolean }) {
  const { t, i18n } = useLingui()
  const [open, setOpen] = useState<'rename' | 'remove'>()
  const { id, name } = passkey
  const remove = useFactorChange({ run: () => call(removePasskey, { params: { id }, body: {} }) })
  const dateOf = (time: string) => i18n.date(new Date(time), { dateStyle: 'medium' })
  const added = dateOf(passkey.created_at)
  return (
    <SettingRow
      icon={KeyRound}
      title={name}
      state={
        <>
          <Badge>{t`Passkey`}</Badge>
          {passkey.is_backed_up && <Badge tone="info">{t`Synced`}</Badge>}
        </>
      }
      actions={
        <>
          <Button size="sm" aria-label={t`Rename ${name}`} onPress={() => setOpen('rename')}>
            <Trans>Rename</Trans>
          </Button>
          <Button size="sm" variant="danger-line" aria-label={t`Remove ${name}`} onPress={() => setOpen('remove')}>
            <Trans>Remove</Trans>
          </Button>
        </>
      }
    >
      {passkey.last_used_at === null ? (
        <Trans>Added on {added}, never used</Trans>
      ) : (
        <Trans>
          Added on {added}, last used on {dateOf(passkey.last_used_at)}
        </Trans>
      )}
      {open === 'rename' && <RenamePasskeyDialog passkey={passkey} onClose={() => setOpen(undefined)} />}
      {open === 'remove' && (
        <RemoveFactorDialog act={remove} title={t`Remove ${name}?`} isLast={isLast} onClose={() => setOpen(undefined)}>
          <Trans>This passkey can no longer be used to sign in.</Trans>
        </RemoveFactorDialog>
      )}
    </SettingRow>
  )
}

export function AddPasskeyRow({ isFirst, onCodes }: { isFirst: boolean; onCodes: (codes: string[] | undefined) => void }) {
  const { t } = useLingui()
  const [isAdding, setIsAdding] = useState(false)
  // Outside HTTPS and localhost browsers do not have it.
  const isPossible = 'PublicKeyCredential' in window
  return (
    <SettingRow
      icon={Plus}
      title={isFirst ? <Trans>Passkeys</Trans> : <Trans>Another passkey</Trans>}
      state={isFirst && <Badge>{t`Off`}</Badge>}
      actions={
        <Button
          size="sm"
          onPress={() => setIsAdding(true)}
          {...(!isPossible && { disabledReason: t`This browser cannot make passkeys here. They need HTTPS.` })}
        >
          <Trans>Add a passkey</Trans>
        </Button>
      }
    >
      <Trans>Sign in with your fingerprint, your face or a security key. A passkey cannot be phished.</Trans>
      {isAdding && (
        <AddPasskeyDialog
          onClose={() => setIsAdding(false)}
          onDone={(codes) => {
            setIsAdding(false)
            onCodes(codes)
          }}
        />
      )}
    </SettingRow>
  )
}

function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useLingui()
  const form = useFormDialog({
    values: { name: passkey.name },
    rules: schemaResolver(renamePasskeyBody),
    send: (body) => call(renamePasskey, { params: { id: passkey.id }, body }),
    failed: t`This could not be saved. Please try again.`,
    duration: 3000,
    renews: [factorsQuery.queryKey],
    onClose,
  })
  return (
    <FormDialog form={form} title={t`Rename ${passkey.name}`} size="sm" submitLabel={t`Save`} pendingLabel={t`Saving...`}>
      <TextField label={t`Name`} maxLength={60} autoFocus readOnly={form.isPending} {...form.field('name')} />
    </FormDialog>
  )
}
