import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { DialogStep } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'
import { failureText } from './transfer-texts.ts'

interface PasswordStepProps {
  fileName: string
  /** The last one was. */
  isWrong: boolean
  onAnswer: (password: string) => void
  onBack: () => void
}

/** Asks for the password of a file, as often as it takes. */
export function PasswordStep({ fileName, isWrong, onAnswer, onBack }: PasswordStepProps) {
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  return (
    <DialogStep
      onSubmit={(event) => {
        event.preventDefault()
        onAnswer(password)
      }}
      footer={
        <>
          <Button onPress={onBack}>
            <Trans>Back</Trans>
          </Button>
          <Button type="submit" variant="primary" disabledReason={password === '' ? failureText('password_needed') : undefined}>
            <Trans context="what a button does">Open</Trans>
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere">
        <Trans>
          <strong>{fileName}</strong> is encrypted. Its password was chosen when it was exported.
        </Trans>
      </p>
      <TextField
        label={t`File password`}
        type="password"
        autoFocus
        autoComplete="off"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        error={isWrong && password === '' ? failureText('password_wrong') : undefined}
        help={t`The file is opened in your browser. The password never leaves it.`}
      />
    </DialogStep>
  )
}
