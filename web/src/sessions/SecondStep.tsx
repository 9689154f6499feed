import { useLingui } from '@lingui/react/macro'
import { type SecondFactorMethod, secondFactorMethod } from '@twofold/contract/factors'
import type { CurrentUser } from '@twofold/contract/sessions'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { OrLine } from '../ui/OrLine.tsx'
import { CodeStep } from './CodeStep.tsx'
import { MailStep } from './MailStep.tsx'
import { PasskeyStep } from './PasskeyStep.tsx'
import { type Attempt, useAttempt } from './use-attempt.ts'

export interface StepProps {
  email: string
  attempt: Attempt
  /** Error of the last code. */
  complaint: string | undefined
}

interface SecondStepProps {
  user: CurrentUser
  linkToken: string | undefined
  /** Shown instead, once the sign-in is over: `reason` says why. */
  ended: (reason: string) => ReactNode
}

/** The ways in which somebody can prove a second time who they are, the handiest one first. */
export function SecondStep({ user, linkToken, ended }: SecondStepProps) {
  const { t } = useLingui()
  const methods = secondFactorMethod.options.filter((method) => user.methods?.includes(method))
  const [chosen, setChosen] = useState<SecondFactorMethod>()
  const [complaint, setComplaint] = useState<string>()
  const attempt = useAttempt((errors) => {
    setComplaint(errors['code'])
    return errors['code'] !== undefined
  })
  if (attempt.notice?.kind === 'ended') return ended(attempt.notice.message)
  const method = chosen ?? (methods.includes('passkey') ? 'passkey' : methods[0])
  if (method === undefined) return ended(t`This sign-in can no longer be confirmed.`)

  const names: Record<SecondFactorMethod, string> = {
    passkey: t`Use a passkey`,
    totp: t`Use your authenticator app`,
    recovery_code: t`Use a recovery code`,
    email: t`Use the link in your e-mail`,
  }
  const step = { email: user.email, attempt, complaint }
  const others = methods.filter((other) => other !== method)
  return (
    <>
      {method === 'passkey' && <PasskeyStep {...step} />}
      {(method === 'totp' || method === 'recovery_code') && <CodeStep key={method} method={method} {...step} />}
      {method === 'email' && <MailStep linkToken={linkToken} {...step} />}
      {others.length > 0 && attempt.notice?.kind !== 'done' && (
        <div className="grid gap-3">
          <OrLine />
          {others.map((other) => (
            <Button
              key={other}
              block
              onPress={() => {
                attempt.dismiss()
                setComplaint(undefined)
                setChosen(other)
              }}
            >
              {names[other]}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}
