import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@twofold/contract/limits'
import type { ProfileUser } from '@twofold/contract/profile'
import { PageForm } from '../kits/PageForm.tsx'
import { Button } from '../ui/Button.tsx'
import { FailureAlert } from '../ui/FailureAlert.tsx'
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
  const { form, isOtherAddress } = useProfileForm(profile, onSaved)
  const { isPending } = form
  const { errors, isDirty } = form.formState
  return (
    <PageForm form={form} aria-label={t`Profile Settings`}>
      <TextField label={t`Name`} autoComplete="name" maxLength={limits.nameMax} readOnly={isPending} {...form.field('name')} />
      <TextField
        label={t`Email`}
        type="email"
        autoComplete="email"
        readOnly={isPending}
        help={isOtherAddress && !profile.has_password ? t`You will be asked for your PIN.` : undefined}
        {...form.field('email')}
      />
      {profile.has_password && (isOtherAddress || errors.current_password) && (
        <TextField
          label={t`Current password`}
          help={t`Required to change your e-mail.`}
          type="password"
          autoComplete="current-password"
          readOnly={isPending}
          {...form.field('current_password')}
        />
      )}
      <FailureAlert title={t`Failed to update profile`}>{form.failure}</FailureAlert>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" pending={isPending} pendingLabel={t`Updating...`}>
          <Trans>Update Profile</Trans>
        </Button>
        {isDirty && !isPending && (
          <Button variant="quiet" onPress={form.discard}>
            <Trans>Discard changes</Trans>
          </Button>
        )}
      </div>
    </PageForm>
  )
}
