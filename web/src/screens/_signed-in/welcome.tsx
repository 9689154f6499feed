import '../../admin/first-steps/first-steps.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import type { FirstStepName } from '@twofold/contract/admin/first-steps'
import { ClipboardPaste, FileInput, type LucideIcon, ScanQrCode } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { firstStepsQuery } from '../../admin/first-steps/first-steps.ts'
import { StepRow } from '../../admin/first-steps/StepRow.tsx'
import { Loaded } from '../../kits/Loaded.tsx'
import { installationQuery } from '../../lib/installation.ts'
import { currentUserQuery } from '../../sessions/current-user.ts'
import { requireAdmin } from '../../shell/guards.ts'
import { MAIN_ID, useArrival } from '../../shell/Page.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { ProgressBar } from '../../ui/Progress.tsx'
import type { Incoming, KeyDialogName } from './-dashboard/AddKey.tsx'

const AddKey = lazy(async () => ({ default: (await import('./-dashboard/AddKey.tsx')).AddKey }))
const HttpsDialog = lazy(async () => ({ default: (await import('../../admin/first-steps/HttpsDialog.tsx')).HttpsDialog }))
const AddPasskeyDialog = lazy(async () => ({ default: (await import('../../factors/AddPasskeyDialog.tsx')).AddPasskeyDialog }))
const RecoveryCodesDialog = lazy(async () => ({ default: (await import('../../factors/RecoveryCodesDialog.tsx')).RecoveryCodesDialog }))
const ConnectMailDialog = lazy(async () => ({ default: (await import('../../email/providers/ConnectMailDialog.tsx')).ConnectMailDialog }))
const FirstBackupDialog = lazy(async () => ({ default: (await import('../../admin/backups/FirstBackupDialog.tsx')).FirstBackupDialog }))
const AddUserDialog = lazy(async () => ({ default: (await import('../../admin/users/AddUserDialog.tsx')).AddUserDialog }))

export const Route = createFileRoute('/_signed-in/welcome')({
  beforeLoad: ({ context }) => requireAdmin(context.queryClient),
  component: WelcomeScreen,
})

/** The home of a new installation: what makes it safe to rely on, each step done from here, until all are. */
function WelcomeScreen() {
  const { t } = useLingui()
  const client = useQueryClient()
  const { data: user } = useQuery(currentUserQuery)
  const { data: installation } = useQuery(installationQuery)
  const firstSteps = useQuery(firstStepsQuery)
  const { data } = firstSteps
  const [open, setOpen] = useState<'https' | 'passkey' | 'invite' | 'mail' | 'backup'>()
  const [codes, setCodes] = useState<string[]>()
  const [keyDialog, setKeyDialog] = useState<KeyDialogName | null>()
  const [incoming, setIncoming] = useState<Incoming>()
  const name = user?.name.trim().split(/\s+/)[0]
  const heading = useArrival(name ? t`Welcome, ${name}` : t`Welcome`)
  const place = installation?.name ?? 'Twofold'
  const steps = data?.steps ?? []
  const done = steps.filter((step) => step.done).length
  const hasMail = steps.find((step) => step.name === 'mail')?.done === true
  const isEncrypted = window.isSecureContext
  const present = steps.find((step) => !step.done && (step.name !== 'passkey' || isEncrypted))?.name
  const look = () => client.invalidateQueries(firstStepsQuery)

  async function paste() {
    const text = await navigator.clipboard?.readText().catch(() => '')
    if (text?.startsWith('otpauth')) setIncoming({ text })
    else setKeyDialog('add')
  }

  const words: Record<FirstStepName, { title: string; detail: string; ways: ReactNode }> = {
    vault: { title: t`Create the vault`, detail: t`You are its administrator.`, ways: null },
    https: {
      title: t`Use HTTPS`,
      detail: t`Passkeys and cameras need it, and without it passwords can be read on the way.`,
      ways: (
        <Button size="sm" onPress={() => setOpen('https')}>
          {t`Set up HTTPS`}
        </Button>
      ),
    },
    passkey: {
      title: t`Add a passkey`,
      detail: t`Sign in with your fingerprint, your face or a security key.`,
      ways: (
        <Button size="sm" disabledReason={isEncrypted ? undefined : t`Passkeys need HTTPS.`} onPress={() => setOpen('passkey')}>
          {t`Add a passkey`}
        </Button>
      ),
    },
    key: {
      title: t`Add your first key`,
      detail: t`Turn on two-step verification at a site, then bring its QR code here.`,
      ways: (
        <div className="step-tiles">
          <WayTile
            icon={ScanQrCode}
            title={t`Scan a QR code`}
            note={t`Camera or screenshot`}
            onPress={() => setIncoming({ way: 'scan' })}
          />
          <WayTile icon={ClipboardPaste} title={t`Paste a link`} note={t`From your clipboard`} onPress={() => void paste()} />
          <WayTile
            icon={FileInput}
            title={t`Import`}
            note={t`From Google Authenticator, Aegis, 2FAS, Ente Auth, Bitwarden, 1Password and others`}
            onPress={() => setKeyDialog('import')}
          />
        </div>
      ),
    },
    invite: {
      title: t`Invite a colleague`,
      detail: hasMail
        ? t`They see the keys you share, and nothing else.`
        : t`They see the keys you share, and nothing else. Without e-mail you hand over a link.`,
      ways: (
        <Button size="sm" onPress={() => setOpen('invite')}>
          {t`Invite`}
        </Button>
      ),
    },
    mail: {
      title: t`Send e-mail`,
      detail: t`For invitations, resets and alerts. It can wait: until then, invite with links.`,
      ways: (
        <Button size="sm" onPress={() => setOpen('mail')}>
          {t`Connect e-mail`}
        </Button>
      ),
    },
    backup: {
      title: t`Back up`,
      detail: t`An encrypted copy, tested by reading it back. Keep its secret elsewhere: without it, no backup can be read.`,
      ways: (
        <Button size="sm" onPress={() => setOpen('backup')}>
          {t`Make a backup`}
        </Button>
      ),
    },
  }
  const isWhole = data !== undefined && done === steps.length
  return (
    <main id={MAIN_ID} className="welcome" tabIndex={-1}>
      <header className="welcome-head">
        <div>
          <h1 ref={heading} tabIndex={-1} className="wrap-anywhere">
            {name ? t`Welcome, ${name}` : t`Welcome`}
          </h1>
          <p className="text-text-2">
            {isWhole ? (
              <Trans>{place} is safe to rely on.</Trans>
            ) : (
              <Plural
                value={steps.length}
                one={`# step makes ${place} safe to rely on.`}
                other={`# steps make ${place} safe to rely on.`}
              />
            )}
          </p>
        </div>
        {data && (
          <div className="welcome-progress">
            <div>
              <span>{t`${done} of ${steps.length} done`}</span>
              {!isWhole && (
                <Link to="/admin/dashboard" className="text-button">
                  <Trans>Hide</Trans>
                </Link>
              )}
            </div>
            <ProgressBar label={t`First steps`} value={done} max={steps.length} valueText={t`${done} of ${steps.length} done`} />
          </div>
        )}
      </header>
      <Loaded of={firstSteps} failed={t`The first steps could not be loaded`} outline={<Skeleton height="24rem" />} frame="card">
        {() => (
          <ol className="ui-card">
            {steps.map((step, index) => (
              <StepRow key={step.name} number={index + 1} {...step} {...words[step.name]} isPresent={step.name === present}>
                {words[step.name].ways}
              </StepRow>
            ))}
          </ol>
        )}
      </Loaded>
      {isWhole ? (
        <p>
          <LinkButton to="/dashboard" variant="primary" size="lg">
            <Trans>Go to my codes</Trans>
          </LinkButton>
        </p>
      ) : (
        data && (
          <p className="text-center text-sm text-text-2">
            <Trans>
              You can leave at any time. Open steps stay under <Link to="/admin/dashboard">Needs attention</Link>.
            </Trans>
          </p>
        )
      )}
      <Suspense>
        {open === 'https' && <HttpsDialog onClose={() => setOpen(undefined)} />}
        {open === 'passkey' && (
          <AddPasskeyDialog
            onClose={() => setOpen(undefined)}
            onDone={(made) => {
              setOpen(undefined)
              setCodes(made)
              void look()
            }}
          />
        )}
        {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
        {open === 'invite' && (
          <AddUserDialog
            way={hasMail ? 'mail' : 'link'}
            onClose={() => {
              setOpen(undefined)
              void look()
            }}
          />
        )}
        {open === 'mail' && (
          <ConnectMailDialog address={user?.email ?? ''} onClose={() => setOpen(undefined)} onConnected={() => void look()} />
        )}
        {open === 'backup' && (
          <FirstBackupDialog
            onClose={() => setOpen(undefined)}
            onStored={() => {
              setOpen(undefined)
              void look()
            }}
          />
        )}
        {(keyDialog !== undefined || incoming) && (
          <AddKey
            open={keyDialog}
            onOpen={(next) => {
              setKeyDialog(next)
              void look()
            }}
            incoming={incoming}
            onBusyChange={() => {}}
            onProvisioned={() => void look()}
          />
        )}
      </Suspense>
    </main>
  )
}

function WayTile({ icon, title, note, onPress }: { icon: LucideIcon; title: string; note: string; onPress: () => void }) {
  return (
    <AriaButton className="step-tile" onPress={onPress}>
      <Icon icon={icon} size={20} />
      <span className="font-medium">{title}</span>
      <span className="step-tile-note">{note}</span>
    </AriaButton>
  )
}
