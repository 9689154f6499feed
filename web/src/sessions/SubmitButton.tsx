import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button, type ButtonVariant } from '../ui/Button.tsx'

interface SubmitButtonProps {
  isValid: boolean
  /** Too many attempts: nothing is sent until the time is over. */
  waiting: boolean
  pending: boolean
  pendingLabel: string
  /** For screens whose primary button is another one. */
  variant?: ButtonVariant
  children: ReactNode
}

/** Cannot be used until the form is right; pressing it nevertheless leads to the first field that is not. */
export function SubmitButton({ isValid, waiting, pending, pendingLabel, variant = 'primary', children }: SubmitButtonProps) {
  const { t } = useLingui()
  const reason = waiting ? t`Please wait until the time is over.` : isValid ? undefined : t`Some fields are missing or invalid.`
  return (
    <Button
      type="submit"
      variant={variant}
      size="lg"
      block
      disabledReason={reason}
      attemptable={!waiting}
      pending={pending}
      pendingLabel={pendingLabel}
    >
      {children}
    </Button>
  )
}
