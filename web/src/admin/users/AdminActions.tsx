import { Trans, useLingui } from '@lingui/react/macro'
import { exportUser, type UserDetail } from '@twofold/contract/admin/user-detail'
import { BadgeCheck } from '../../ui/icons/BadgeCheck.ts'
import { Download } from '../../ui/icons/Download.ts'
import { KeyRound } from '../../ui/icons/KeyRound.ts'
import { LockOpen } from '../../ui/icons/LockOpen.ts'
import { LogOut } from '../../ui/icons/LogOut.ts'
import { PenLine } from '../../ui/icons/PenLine.ts'
import { RectangleEllipsis } from '../../ui/icons/RectangleEllipsis.ts'
import { RotateCcwKey } from '../../ui/icons/RotateCcwKey.ts'
import { ShieldCheck } from '../../ui/icons/ShieldCheck.ts'
import { ShieldOff } from '../../ui/icons/ShieldOff.ts'
import { Trash2 } from '../../ui/icons/Trash2.ts'
import { useState } from 'react'
import { useDownload } from '../../kits/use-download.ts'
import { call } from '../../lib/call.ts'
import { jsonOf } from '../../lib/save-file.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SettingList, SettingRow } from '../../ui/SettingRow.tsx'
import { EditUserDialog } from './EditUserDialog.tsx'
import { ResetLinkDialog } from './ResetLinkDialog.tsx'
import { ResetSecretDialog } from './ResetSecretDialog.tsx'
import type { UserAct } from './use-user-act.ts'
import { UserKeysDialog } from './UserKeysDialog.tsx'

type Open = 'edit' | 'password' | 'pin' | 'link' | 'keys'

type AdminActionsProps = { user: UserDetail; onAct: (act: UserAct) => void }

export function AdminActions({ user, onAct }: AdminActionsProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <Panel
      title={t`Admin Actions`}
      // In a column of its own: the buttons stand beneath the words.
      className="min-[80rem]:[&_.ui-setting]:grid-cols-[auto_minmax(0,1fr)] min-[80rem]:[&_.ui-setting-actions]:col-start-2"
    >
      <SettingList label={t`Admin Actions`}>
        <SettingRow icon={PenLine} title={t`Edit User`} actions={<Button size="sm" onPress={() => setOpen('edit')}>{t`Edit`}</Button>}>
          <Trans>Name and e-mail address.</Trans>
        </SettingRow>
        <SignInRows user={user} onAct={onAct} onOpen={setOpen} />
        <SettingRow
          icon={KeyRound}
          title={t`2FA Keys`}
          actions={<Button size="sm" onPress={() => setOpen('keys')}>{t`View 2FA Keys`}</Button>}
        >
          <Trans>Names and dates, never a secret and never a code.</Trans>
        </SettingRow>
        <ExportRow userId={user.id} />
        <SettingRow
          icon={Trash2}
          title={t`Delete User`}
          actions={<Button size="sm" variant="danger-line" onPress={() => onAct('delete')}>{t`Delete User`}</Button>}
        />
      </SettingList>
      {open === 'edit' && <EditUserDialog user={user} onClose={close} />}
      {(open === 'password' || open === 'pin') && <ResetSecretDialog kind={open} user={user} onClose={close} />}
      {open === 'link' && <ResetLinkDialog user={user} onClose={close} />}
      {open === 'keys' && <UserKeysDialog user={user} onClose={close} />}
    </Panel>
  )
}

/** The user's ways to sign in, and obstacles. */
function SignInRows({ user, onAct, onOpen }: AdminActionsProps & { onOpen: (open: Open) => void }) {
  const { t } = useLingui()
  return (
    <>
      <SettingRow
        icon={RectangleEllipsis}
        title={t`Password`}
        actions={
          <>
            <Button size="sm" onPress={() => onOpen('link')}>{t`Reset Link`}</Button>
            <Button size="sm" onPress={() => onOpen('password')}>{t`Reset Password`}</Button>
          </>
        }
      >
        <Trans>They are signed out, and choose another one at the next sign-in. Secrets stay closed for 24 hours.</Trans>
      </SettingRow>
      <SettingRow icon={RotateCcwKey} title={t`PIN`} actions={<Button size="sm" onPress={() => onOpen('pin')}>{t`Reset PIN`}</Button>}>
        <Trans>Secrets stay closed for 24 hours.</Trans>
      </SettingRow>
      <SettingRow
        icon={ShieldOff}
        title={t`Second factor`}
        actions={
          <Button
            size="sm"
            onPress={() => onAct('remove_factors')}
            disabledReason={user.has_second_factor ? undefined : t`There is none.`}
          >{t`Remove Factors`}</Button>
        }
      >
        <Trans>Authenticator, passkeys and recovery codes, for somebody who has lost them.</Trans>
      </SettingRow>
      <SettingRow
        icon={LogOut}
        title={t`Sessions`}
        actions={<Button size="sm" onPress={() => onAct('revoke_sessions')}>{t`Revoke All Sessions`}</Button>}
      />
      <SettingRow
        icon={LockOpen}
        title={t`Locks`}
        actions={
          <Button
            size="sm"
            onPress={() => onAct('unlock')}
            disabledReason={user.is_locked ? undefined : t`Nothing is locked.`}
          >{t`Unlock`}</Button>
        }
      >
        <Trans>After wrong passwords, codes or PINs.</Trans>
      </SettingRow>
      {(user.is_stopped || user.codes_closed_until !== null) && (
        <SettingRow
          icon={ShieldCheck}
          title={t`Closed account`}
          actions={<Button size="sm" onPress={() => onAct('release')}>{t`Open the Account`}</Button>}
        >
          <Trans>Another administrator changed how they sign in. Open it if you know that they agreed.</Trans>
        </SettingRow>
      )}
      <SettingRow
        icon={BadgeCheck}
        title={t`E-mail address`}
        actions={
          <Button
            size="sm"
            onPress={() => onAct('verify')}
            disabledReason={user.email_verified ? t`It is verified.` : undefined}
          >{t`Mark as Verified`}</Button>
        }
      />
    </>
  )
}

function ExportRow({ userId }: { userId: string }) {
  const { t } = useLingui()
  const download = useDownload(
    async () => {
      const data = await call(exportUser, { params: { id: userId } })
      return { blob: jsonOf(data), name: `user-${userId}-${data.exported_at.slice(0, 10)}.json` }
    },
    t`Failed to export user data`,
  )
  return (
    <SettingRow
      icon={Download}
      title={t`Data`}
      actions={
        <Button size="sm" onPress={() => download.mutate()} pending={download.isPending}>
          {t`Export User Data`}
        </Button>
      }
    >
      <Trans>As JSON, without secrets. The export appears in their activity.</Trans>
    </SettingRow>
  )
}
