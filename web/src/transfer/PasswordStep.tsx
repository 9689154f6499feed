import { Trans, useLingui } from '@lingui/react/macro'
import { KeyRound } from '../ui/icons/KeyRound.ts'
import { useState } from 'react'
import { FormStep } from '../kits/FormDialog.tsx'
import { Button } from '../ui/Button.tsx'
import { DropZone } from '../ui/DropZone.tsx'
import { TextField } from '../ui/TextField.tsx'
import type { Unlocking, UnlockQuestion } from './read-sources.ts'
import { failureText } from './transfer-texts.ts'

interface PasswordStepProps extends UnlockQuestion {
  onAnswer: (unlocking: Unlocking) => void
  onBack: () => void
}

/** Asks what opens a file, as often as it takes: its password, and for a KeePass database a key file, either of which it may do without. */
export function PasswordStep({ fileName, isWrong, keyFile: given, onAnswer, onBack }: PasswordStepProps) {
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const [keyFile, setKeyFile] = useState(given ?? undefined)
  const isOfKeePass = given !== undefined
  const [needed, wrong] = isOfKeePass ? (['key_needed', 'key_wrong'] as const) : (['password_needed', 'password_wrong'] as const)
  return (
    <FormStep
      form={{ submit: () => onAnswer({ password, keyFile }), isPending: false }}
      back={
        <Button onPress={onBack}>
          <Trans>Back</Trans>
        </Button>
      }
      submitLabel={<Trans context="what a button does">Open</Trans>}
      disabledReason={password === '' && !isOfKeePass ? failureText(needed) : undefined}
    >
      <p className="wrap-anywhere">
        {isOfKeePass ? (
          <Trans>
            <strong>{fileName}</strong> is a KeePass database. Enter its password, choose its key file, or both.
          </Trans>
        ) : (
          <Trans>
            <strong>{fileName}</strong> is encrypted. Its password was chosen when it was exported.
          </Trans>
        )}
      </p>
      <TextField
        label={t`File password`}
        type="password"
        autoFocus
        autoComplete="off"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        error={isWrong && password === '' ? failureText(wrong) : undefined}
        help={
          isOfKeePass
            ? t`Leave it empty if the database has none. It is opened in your browser. The password never leaves it.`
            : t`The file is opened in your browser. The password never leaves it.`
        }
      />
      {isOfKeePass && (
        <DropZone
          icon={KeyRound}
          title={keyFile ? <span className="wrap-anywhere">{keyFile.name}</span> : <Trans>Choose a key file</Trans>}
          text={keyFile ? <Trans>Click to choose another key file.</Trans> : <Trans>if this database needs one</Trans>}
          note={<Trans>.keyx, .key, or any other file that was chosen as the key</Trans>}
          isDragging={false}
          onFiles={([file]) => setKeyFile(file)}
        />
      )}
    </FormStep>
  )
}
