import { Trans, useLingui } from '@lingui/react/macro'
import { resetUserPassword, resetUserPin } from '@twofold/contract/admin/users'
import { limits } from '@twofold/contract/limits'
import { type FormEvent, useState } from 'react'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { Alert } from '../../ui/Alert.tsx'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { SubmitButtons } from '../../ui/SubmitButtons.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { usersKey } from './users.ts'

type ResetSecretDialogProps = { kind: 'password' | 'pin'; user: { id: string; name: string }; onClose: () => void }

/** A new password or PIN for somebody else: typed, and confirmed before it is sent. */
export function ResetSecretDialog({ kind, user: { id, name }, onClose }: ResetSecretDialogProps) {
  const { t } = useLingui()
  const [secret, setSecret] = useState('')
  useUnsavedChanges(secret !== '')
  const [problem, setProblem] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const isPassword = kind === 'password'
  const reset = useAct({
    send: () =>
      isPassword
        ? call(resetUserPassword, { params: { id }, body: { new_password: secret } })
        : call(resetUserPin, { params: { id }, body: { new_pin: secret } }),
    failed: isPassword ? t`Failed to reset password` : t`Failed to reset PIN`,
    renews: [usersKey],
    onEnd: onClose,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isGood = isPassword ? secret.length >= limits.passwordMin : /^\d{4}$/.test(secret)
    const complaint = isPassword ? t`Password must be at least 8 characters long` : t`PIN must be exactly 4 digits`
    setProblem(isGood ? undefined : complaint)
    setAsking(isGood)
  }
  if (isAsking) {
    return (
      <AlertDialog
        title={isPassword ? t`Reset password for ${name}?` : t`Reset PIN for ${name}?`}
        onClose={onClose}
        onConfirm={() => reset.mutate()}
        pending={reset.isPending}
        confirmLabel={isPassword ? t`Reset Password` : t`Reset PIN`}
      >
        <p>
          <Trans>They are notified, their secrets stay closed for 24 hours, and their next sign-in needs more than this.</Trans>
        </p>
      </AlertDialog>
    )
  }
  return (
    <Dialog
      title={isPassword ? t`Reset Password` : t`Reset PIN`}
      subtitle={name}
      size="sm"
      onClose={onClose}
      onSubmit={submit}
      footer={
        <SubmitButtons>
          <Trans>Continue</Trans>
        </SubmitButtons>
      }
    >
      <div className="grid gap-4">
        <TextField
          autoFocus
          label={isPassword ? t`New password` : t`New PIN`}
          type="password"
          autoComplete="new-password"
          {...(!isPassword && { inputMode: 'numeric', maxLength: 4, reveal: { show: t`Show PIN`, hide: t`Hide PIN` } })}
          value={secret}
          error={problem}
          onChange={({ target }) => setSecret(target.value)}
        />
        <Alert type="info">
          <Trans>Anyone with this password can sign in as them. Hand it over in person.</Trans>
        </Alert>
      </div>
    </Dialog>
  )
}
