import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { ArrowLeftRight } from '../../ui/icons/ArrowLeftRight.ts'
import { ClipboardPaste } from '../../ui/icons/ClipboardPaste.ts'
import { FileInput } from '../../ui/icons/FileInput.ts'
import { FileOutput } from '../../ui/icons/FileOutput.ts'
import { Keyboard } from '../../ui/icons/Keyboard.ts'
import { LockKeyhole } from '../../ui/icons/LockKeyhole.ts'
import { LogOut } from '../../ui/icons/LogOut.ts'
import { Plus } from '../../ui/icons/Plus.ts'
import { UserRound } from '../../ui/icons/UserRound.ts'
import { Users } from '../../ui/icons/Users.ts'
import { lockNow } from '../../factors/use-idle-lock.ts'
import { vaultWish, type VaultWish } from '../../keys/vault-wish.ts'
import { toast } from '../../ui/toast.ts'
import { openHelper } from '../../lib/helper-dialog.ts'
import type { Section } from './commands.ts'

/** Pages and acts for everybody. */
export function useVaultCommands(onSignOut: () => void): [pages: Section, actions: Section] {
  const { t } = useLingui()
  const navigate = useNavigate()

  function wish(wanted: VaultWish) {
    vaultWish.set(wanted)
    void navigate({ to: '/dashboard' })
  }

  async function addFromClipboard() {
    try {
      wish({ add: await navigator.clipboard.readText() })
    } catch {
      toast.error(t`The browser does not allow reading the clipboard. Press Ctrl+V on the dashboard instead.`)
    }
  }

  return [
    {
      id: 'pages',
      title: t`Pages`,
      entries: [
        { id: '/dashboard', label: t`User Dashboard`, icon: ArrowLeftRight, run: () => void navigate({ to: '/dashboard' }) },
        { id: '/groups', label: t`Groups`, icon: Users, run: () => void navigate({ to: '/groups' }) },
        { id: '/profile', label: t`Profile Settings`, icon: UserRound, run: () => void navigate({ to: '/profile' }) },
      ],
    },
    {
      id: 'actions',
      title: t`Actions`,
      entries: [
        { id: 'add-key', label: t`Add 2FA Key`, icon: Plus, run: () => wish({ open: 'add' }) },
        { id: 'add-from-clipboard', label: t`Add from clipboard`, icon: ClipboardPaste, run: () => void addFromClipboard() },
        { id: 'import', label: t`Import keys`, icon: FileInput, run: () => wish({ open: 'import' }) },
        { id: 'export', label: t`Export keys`, icon: FileOutput, run: () => wish({ open: 'export' }) },
        { id: 'lock', label: t`Lock the vault`, icon: LockKeyhole, run: () => void lockNow() },
        { id: 'helper', label: t`Keyboard and display`, icon: Keyboard, run: openHelper },
        { id: 'sign-out', label: t`Sign Out`, icon: LogOut, run: onSignOut },
      ],
    },
  ]
}
