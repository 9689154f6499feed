import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@twofold/contract/limits'
import type { ProfileUser } from '@twofold/contract/profile'
import { failureMessage } from '../lib/api-error.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useProfileForm } from './use-profile-form.ts'

interface ProfileFormProps {
  profile: ProfileUser
  /** Called so that other displays can update. */
  onSaved: () => void
}

/** Name and e-mail. A new e-mail requires the password, or the PIN if there is none, and waits until it is confirmed. */
export function ProfileForm({ profile, onSaved }: ProfileFormProps) {
  const { t } = useLingui()
  const { form, save, submit, discard, isOtherAddress, refusal } = useProfileForm(profile, onSaved)
  const { errors, isDirty } = form.formState
  const isPending = save.isPending
  return (
    <form noValidate className="grid gap-5" aria-label={t`Profile Settings`} onSubmit={submit}>
      <TextField
        label={t`Name`}
        autoComplete="name"
        maxLength={limits.nameMax}
        readOnly={isPending}
        error={errors.name?.message}
        {...form.register('name')}
      />
      <TextField
        label={t`Email`}
        type="email"
        autoComplete="email"
        readOnly={isPending}
        error={errors.email?.message}
        help={isOtherAddress && !profile.has_password ? t`You will be asked for your PIN.` : undefined}
        {...form.register('email')}
      />
      {profile.has_password && (isOtherAddress || errors.current_password) && (
        <TextField
          label={t`Current password`}
          help={t`Required to change your e-mail.`}
          type="password"
          autoComplete="current-password"
          readOnly={isPending}
          error={errors.current_password?.message}
          {...form.register('current_password')}
        />
      )}
      {save.isError && (
        <Alert type="error" title={t`Failed to update profile`} announce>
          {refusal.hasPlace ? t`Please fix the errors above` : (refusal.rest ?? failureMessage(save.error, save.error.message))}
        </Alert>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" pending={isPending} pendingLabel={t`Updating...`}>
          <Trans>Update Profile</Trans>
        </Button>
        {isDirty && !isPending && (
          <Button variant="quiet" onPress={discard}>
            <Trans>Discard changes</Trans>
          </Button>
        )}
      </div>
    </form>
  )
}
