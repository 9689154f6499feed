import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { OwnKey } from '@twofold/contract/keys'
import { type KeyParameters, parseOtpauth, parseSecretText } from '@twofold/contract/otpauth'
import { type ReactNode, useMemo, useState } from 'react'
import { FormDialog } from '../kits/FormDialog.tsx'
import { ApiError } from '../lib/api-error.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { Alert } from '../ui/Alert.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { keyDetailQuery } from './key-detail.ts'
import { isOtpauthLink } from './key-draft.ts'
import { linkFailureText } from './link-failure.ts'
import { ScanButton, SecretField } from './SecretField.tsx'
import { useRotateSecret } from './use-rotate-secret.ts'

type Codes = [string, string] | undefined

interface RotateSecretDialogProps {
  item: OwnKey
  typed: string
  onType: (text: string) => void
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
  const [acceptedOne, setAcceptedOne] = useState<string>()
  const [dropBackupCodes, setDropBackupCodes] = useState(false)
  const [complaint, setComplaint] = useState<string>()
  const { mutate, isPending: busy } = useRotateSecret(item.id, onClose)
  // Memoized by secret: each new object recomputes the codes.
  const read = useMemo(() => readSecret(typed, item), [typed, item])
  // Typed text takes precedence over a scan.
  const parameters = typed === '' ? scanned : 'parameters' in read ? read.parameters : undefined
  // A service accepts one secret with its settings: another one counts as new, however it is entered.
  const shownOne = parameters && JSON.stringify(parameters)
  const isAccepted = shownOne !== undefined && acceptedOne === shownOne
  useUnsavedChanges(typed !== '' || scanned !== undefined)

  function submit() {
    if (typed !== '' && 'failure' in read)
      return setComplaint(read.failure ?? t`This secret is not valid Base32. It uses the letters A to Z and the digits 2 to 7.`)
    if (parameters === undefined) return setComplaint(t`Enter the new secret.`)
    if (!isAccepted || codes === undefined || busy) return
    mutate(
      { parameters, codes, dropBackupCodes },
      {
        onError: (error) => {
          const said = error instanceof ApiError ? (error.errors['secret'] ?? error.errors['codes'])?.[0] : undefined
          if (said !== undefined) setComplaint(said)
        },
      },
    )
  }

  return (
    <FormDialog
      form={{ submit, isPending: busy, onClose }}
      title={t`Replace the secret`}
      subtitle={item.name}
      submitLabel={<Trans>Replace secret</Trans>}
      pendingLabel={t`Replacing...`}
      disabledReason={parameters !== undefined && !isAccepted ? t`Say first that the service took the new codes.` : undefined}
      attemptable
    >
      <RotationNote sharedWith={item.shared_with} />
      <ScanButton onPress={onScan} disabled={busy} />
      <SecretField
        label={t`New secret`}
        autoFocus
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
          onType(target.value)
        }}
      />
      {parameters && (
        <NewCodes isAccepted={isAccepted} onAccept={(isIt) => setAcceptedOne(isIt ? shownOne : undefined)} disabled={busy}>
          {renderCodes(parameters, setCodes)}
        </NewCodes>
      )}
      <VoidBackupCodes keyId={item.id} isChosen={dropBackupCodes} onChoose={setDropBackupCodes} disabled={busy} />
    </FormDialog>
  )
}

function RotationNote({ sharedWith }: { sharedWith: number }) {
  return (
    <Alert type="info">
      {sharedWith > 0 ? (
        <Plural
          value={sharedWith}
          one="Set up a new secret at the service, and give it here. # other person keeps the key and is notified. The old secret is destroyed."
          other="Set up a new secret at the service, and give it here. # others keep the key and are notified. The old secret is destroyed."
        />
      ) : (
        <Trans>Set up a new secret at the service, and give it here. The old secret is destroyed.</Trans>
      )}
    </Alert>
  )
}

interface NewCodesProps {
  isAccepted: boolean
  onAccept: (isAccepted: boolean) => void
  disabled: boolean
  children: ReactNode
}

/** The proof that the service has the new secret. */
function NewCodes({ isAccepted, onAccept, disabled, children }: NewCodesProps) {
  const { t } = useLingui()
  return (
    <section className="grid gap-3" aria-label={t`Two codes of the new secret`}>
      <p>
        <Trans>Enter these at the service, one after the other, until it has accepted them.</Trans>
      </p>
      {children}
      <Checkbox
        label={<Trans>The service has accepted the new codes</Trans>}
        checked={isAccepted}
        disabled={disabled}
        onChange={({ target }) => onAccept(target.checked)}
      />
    </section>
  )
}

interface VoidBackupCodesProps {
  keyId: string
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  disabled: boolean
}

/** Whether the stored backup codes are deleted with the old secret. */
function VoidBackupCodes({ keyId, isChosen, onChoose, disabled }: VoidBackupCodesProps) {
  const { data } = useQuery(keyDetailQuery(keyId))
  const backupCodes = data?.key.backup_codes?.total ?? 0
  if (backupCodes === 0) return null
  return (
    <Checkbox
      label={<Trans>The backup codes are void as well</Trans>}
      description={
        <Plural
          value={backupCodes}
          one="# backup code that is kept with the key is removed."
          other="# backup codes that are kept with the key are removed."
        />
      }
      checked={isChosen}
      disabled={disabled}
      onChange={({ target }) => onChoose(target.checked)}
    />
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
