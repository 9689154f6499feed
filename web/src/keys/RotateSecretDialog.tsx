import './keys.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { OwnKey } from '@twofold/contract/keys'
import { limits } from '@twofold/contract/limits'
import { type KeyParameters, parseOtpauth, parseSecretText } from '@twofold/contract/otpauth'
import { ScanLine } from '../ui/icons.generated.ts'
import { type ReactNode, useMemo, useState } from 'react'
import { ApiError } from '../lib/api-error.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { SubmitButtons } from '../ui/SubmitButtons.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'
import { toast } from '../ui/toast.ts'
import { keyDetailQuery } from './key-detail.ts'
import { isOtpauthLink } from './key-draft.ts'
import { linkFailureText } from './link-failure.ts'
import { useRotateSecret } from './use-rotate-secret.ts'

type Codes = [string, string] | undefined

interface RotateSecretDialogProps {
  item: OwnKey
  typed: string
  onType: (text: string) => void
  /** What a scan has found. */
  scanned: KeyParameters | undefined
  onScan: () => void
  /** Two live codes in a row of what is not saved yet. */
  codes: (parameters: KeyParameters, onCodes: (codes: Codes) => void) => ReactNode
  onClose: () => void
}

/** Another secret for a key: given, tried at the service, and put in the place of the old one for everybody who has the key. */
export function RotateSecretDialog({ item, typed, onType, scanned, onScan, codes: renderCodes, onClose }: RotateSecretDialogProps) {
  const { t } = useLingui()
  const [codes, setCodes] = useState<Codes>()
  const [isAccepted, setAccepted] = useState(false)
  const [dropBackupCodes, setDropBackupCodes] = useState(false)
  const [complaint, setComplaint] = useState<string>()
  const rotate = useRotateSecret(item.id)
  const { data } = useQuery(keyDetailQuery(item.id))
  const backupCodes = data?.key.backup_codes?.total ?? 0
  // The same object as long as the secret is the same: its codes are recomputed with each.
  const read = useMemo(() => readSecret(typed, item), [typed, item])
  // What is typed after a scan stands in its place.
  const parameters = typed === '' ? scanned : 'parameters' in read ? read.parameters : undefined
  const busy = rotate.isPending
  useUnsavedChanges(typed !== '' || scanned !== undefined)
  const { name } = item

  function submit() {
    if (typed !== '' && 'failure' in read)
      return setComplaint(read.failure ?? t`This secret is not valid Base32. It uses the letters A to Z and the digits 2 to 7.`)
    if (parameters === undefined) return setComplaint(t`Enter the new secret.`)
    if (codes === undefined || busy) return
    rotate.mutate(
      { parameters, codes, dropBackupCodes },
      {
        onSuccess: ({ message }) => {
          onClose()
          toast.success(message)
        },
        onError: (error) => {
          const said = error instanceof ApiError ? (error.errors['secret'] ?? error.errors['codes'])?.[0] : undefined
          if (said !== undefined) setComplaint(said)
        },
      },
    )
  }

  return (
    <Dialog
      title={t`Replace the secret`}
      subtitle={name}
      onClose={onClose}
      pending={busy}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      footer={
        <SubmitButtons
          pending={busy}
          pendingLabel={t`Replacing...`}
          disabledReason={parameters !== undefined && !isAccepted ? t`Say first that the service took the new codes.` : undefined}
          attemptable
        >
          <Trans>Replace secret</Trans>
        </SubmitButtons>
      }
    >
      <Alert type="info">
        {item.shared_with > 0 ? (
          <Plural
            value={item.shared_with}
            one="Set up a new secret at the service, and give it here. # other person keeps the key and is notified. The old secret is destroyed."
            other="Set up a new secret at the service, and give it here. # others keep the key and are notified. The old secret is destroyed."
          />
        ) : (
          <Trans>Set up a new secret at the service, and give it here. The old secret is destroyed.</Trans>
        )}
      </Alert>
      <Button block icon={ScanLine} onPress={onScan} {...(busy && { disabledReason: t`Please wait.` })}>
        <Trans>Scan QR Code</Trans>
      </Button>
      <TextField
        label={t`New secret`}
        type="password"
        mono
        autoFocus
        reveal={{ show: t`Show secret`, hide: t`Hide secret` }}
        autoComplete="off"
        maxLength={limits.otpauthUriMax}
        disabled={busy}
        error={complaint}
        help={
          scanned !== undefined && typed === ''
            ? t`Filled in from the QR code.`
            : t`The text under the new QR code of the service, or an otpauth link.`
        }
        value={typed}
        onChange={({ target }) => {
          setComplaint(undefined)
          setAccepted(false)
          onType(target.value)
        }}
      />
      {parameters && (
        <section className="new-key" aria-label={t`Two codes of the new secret`}>
          <p>
            <Trans>Enter these at the service, one after the other, until it has accepted them.</Trans>
          </p>
          {renderCodes(parameters, setCodes)}
          <Checkbox
            label={<Trans>The service has accepted the new codes</Trans>}
            checked={isAccepted}
            disabled={busy}
            onChange={({ target }) => setAccepted(target.checked)}
          />
        </section>
      )}
      {backupCodes > 0 && (
        <Checkbox
          label={<Trans>The backup codes are void as well</Trans>}
          description={
            <Plural
              value={backupCodes}
              one="# backup code that is kept with the key is removed."
              other="# backup codes that are kept with the key are removed."
            />
          }
          checked={dropBackupCodes}
          disabled={busy}
          onChange={({ target }) => setDropBackupCodes(target.checked)}
        />
      )}
    </Dialog>
  )
}

/** A link says everything; beside a secret alone the key stays as it is. `failure` undefined: it is no Base32. */
function readSecret(
  text: string,
  { type, algorithm, digits, period, counter }: OwnKey,
): { parameters: KeyParameters } | { failure: string | undefined } {
  if (isOtpauthLink(text)) {
    const link = parseOtpauth(text)
    return link.ok ? { parameters: link.parameters } : { failure: linkFailureText(link.failure) }
  }
  const bare = parseSecretText(text)
  if (!bare.ok) return { failure: undefined }
  // A new registration counts from its beginning.
  return { parameters: { kind: type, secret: bare.secret, algorithm, digits, period, counter: counter === null ? null : 0 } }
}
