import { useLingui } from '@lingui/react/macro'
import type { FirstStepName } from '@twofold/contract/admin/first-steps'
import { ClipboardPaste } from '../../../ui/icons/ClipboardPaste.ts'
import { FileInput } from '../../../ui/icons/FileInput.ts'
import { ScanQrCode } from '../../../ui/icons/ScanQrCode.ts'
import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Button } from '../../../ui/Button.tsx'
import { Icon, type Outline } from '../../../ui/Icon.tsx'
import type { Incoming, KeyDialogName } from '../-dashboard/IncomingKeys.tsx'
import type { StepDialogName } from './StepDialogs.tsx'

interface StepWays {
  /** Invitations go out by e-mail. */
  hasMail: boolean
  /** The browser allows passkeys here. */
  isEncrypted: boolean
  onOpen: (dialog: StepDialogName) => void
  onIncoming: (incoming: Incoming) => void
  onKeyDialog: (dialog: KeyDialogName) => void
}

/** Texts and actions of each step. */
export function useStepWords({
  hasMail,
  isEncrypted,
  onOpen,
  onIncoming,
  onKeyDialog,
}: StepWays): Record<FirstStepName, { title: string; detail: string; ways: ReactNode }> {
  const { t } = useLingui()

  return {
    vault: { title: t`Create the vault`, detail: t`You are its administrator.`, ways: null },
    https: {
      title: t`Use HTTPS`,
      detail: t`Passkeys and cameras need it, and without it passwords can be read on the way.`,
      ways: (
        <Button size="sm" onPress={() => onOpen('https')}>
          {t`Set up HTTPS`}
        </Button>
      ),
    },
    passkey: {
      title: t`Add a passkey`,
      detail: t`Sign in with your fingerprint, your face or a security key.`,
      ways: (
        <Button size="sm" disabledReason={isEncrypted ? undefined : t`Passkeys need HTTPS.`} onPress={() => onOpen('passkey')}>
          {t`Add a passkey`}
        </Button>
      ),
    },
    key: {
      title: t`Add your first key`,
      detail: t`Turn on two-step verification at a site, then bring its QR code here.`,
      ways: <KeyWays onIncoming={onIncoming} onKeyDialog={onKeyDialog} />,
    },
    invite: {
      title: t`Invite a colleague`,
      detail: hasMail
        ? t`They see the keys you share, and nothing else.`
        : t`They see the keys you share, and nothing else. Without e-mail you hand over a link.`,
      ways: (
        <Button size="sm" onPress={() => onOpen('invite')}>
          {t`Invite`}
        </Button>
      ),
    },
    mail: {
      title: t`Send e-mail`,
      detail: t`For invitations, resets and alerts. It can wait: until then, invite with links.`,
      ways: (
        <Button size="sm" onPress={() => onOpen('mail')}>
          {t`Connect e-mail`}
        </Button>
      ),
    },
    backup: {
      title: t`Back up`,
      detail: t`An encrypted copy, tested by reading it back. Keep its secret elsewhere: without it, no backup can be read.`,
      ways: (
        <Button size="sm" onPress={() => onOpen('backup')}>
          {t`Make a backup`}
        </Button>
      ),
    },
  }
}

function KeyWays({ onIncoming, onKeyDialog }: Pick<StepWays, 'onIncoming' | 'onKeyDialog'>) {
  const { t } = useLingui()

  async function paste() {
    const text = await navigator.clipboard?.readText().catch(() => '')
    if (text?.startsWith('otpauth')) onIncoming({ text })
    else onKeyDialog('add')
  }

  return (
    <div className="grid w-full grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-3">
      <WayTile icon={ScanQrCode} title={t`Scan a QR code`} note={t`Camera or screenshot`} onPress={() => onIncoming({ way: 'scan' })} />
      <WayTile icon={ClipboardPaste} title={t`Paste a link`} note={t`From your clipboard`} onPress={() => void paste()} />
      <WayTile
        icon={FileInput}
        title={t`Import`}
        note={t`From Google Authenticator, Aegis, 2FAS, Ente Auth, Bitwarden, 1Password and others`}
        onPress={() => onKeyDialog('import')}
      />
    </div>
  )
}

function WayTile({ icon, title, note, onPress }: { icon: Outline; title: string; note: string; onPress: () => void }) {
  return (
    <AriaButton
      className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] content-start items-start gap-x-3 rounded-lg border border-border-strong bg-control px-4 py-3 text-start data-hovered:bg-hover"
      onPress={onPress}
    >
      <Icon icon={icon} size={20} className="mt-0.5 text-accent-text" />
      <span className="font-medium">{title}</span>
      <span className="col-start-2 text-sm text-text-2">{note}</span>
    </AriaButton>
  )
}
