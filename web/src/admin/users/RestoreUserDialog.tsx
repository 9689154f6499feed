import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type previewRestore, restoreUser } from '@twofold/contract/admin/restored-users'
import type { CallResponse } from '@twofold/contract/endpoint'
import { FormDialog } from '../../kits/FormDialog.tsx'
import { Loaded } from '../../kits/Loaded.tsx'
import { useFormDialog } from '../../kits/use-form-dialog.ts'
import { call } from '../../lib/call.ts'
import { BlastRadius } from '../../ui/BlastRadius.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { At } from '../../ui/At.tsx'
import { restoreQuery, usersKey } from './users.ts'

type Preview = CallResponse<typeof previewRestore>

/** Asks before a deleted user is restored, says what comes back, and asks for another address where theirs has an account by now. */
export function RestoreUserDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { t } = useLingui()
  const preview = useQuery(restoreQuery(userId))
  const { data } = preview
  const form = useFormDialog({
    values: { email: '' },
    send: ({ email }) => call(restoreUser, { params: { id: userId }, body: email.trim() === '' ? {} : { email: email.trim() } }),
    failed: t`The user could not be restored`,
    about: { 'users.address_taken': 'email' },
    renews: [usersKey],
    onClose,
  })
  const email = form.watch('email')
  const needsAddress = data?.is_address_taken === true || form.refusal?.code === 'users.address_taken' || email !== ''
  const name = data?.name ?? ''
  return (
    <FormDialog
      form={form}
      title={data ? t`Restore ${name}?` : t`Restore user?`}
      subtitle={data?.email}
      size="sm"
      submitLabel={<Trans>Restore user</Trans>}
      disabledReason={
        !data ? t`What comes back is not known yet.` : needsAddress && email.trim() === '' ? t`Enter another e-mail address.` : undefined
      }
    >
      <Loaded of={preview} failed={t`What comes back could not be counted`} loading={t`Counting what comes back...`} frame="line">
        {(shown) => <WhatComesBack preview={shown} />}
      </Loaded>
      {needsAddress && (
        <TextField
          label={t`New e-mail address`}
          type="email"
          help={t`Another account now uses the old address. The new one stays unverified until the user confirms it.`}
          {...form.field('email')}
        />
      )}
    </FormDialog>
  )
}

function WhatComesBack({ preview }: { preview: Preview }) {
  const { t } = useLingui()
  return (
    <>
      <BlastRadius
        label={t`What comes back`}
        facts={[
          { count: preview.keys, label: <Plural value={preview.keys} one="key" other="keys" /> },
          {
            count: preview.shares_given,
            label: <Plural value={preview.shares_given} one="share with others" other="shares with others" />,
          },
          {
            count: preview.shares_received,
            label: <Plural value={preview.shares_received} one="share from others" other="shares from others" />,
          },
          { count: preview.groups, label: <Plural value={preview.groups} one="membership in a group" other="memberships in groups" /> },
        ]}
      />
      <p>
        {preview.is_mail_available ? (
          <Trans>They get an e-mail with a link to choose a new password and keep their PIN.</Trans>
        ) : (
          <Trans>E-mail is not set up: make a reset link afterwards and hand it over. They keep their PIN.</Trans>
        )}{' '}
        <Trans>Secrets stay closed for 24 hours. Sessions, and shares that have ended or expired, do not come back.</Trans>
        {preview.is_deactivated && (
          <>
            {' '}
            <Trans>The account was deactivated before it was deleted, and stays so.</Trans>
          </>
        )}
      </p>
      <p className="text-sm text-text-2">
        <Trans>
          Possible until <At time={preview.restorable_until} />, when the data are removed.
        </Trans>
      </p>
    </>
  )
}
