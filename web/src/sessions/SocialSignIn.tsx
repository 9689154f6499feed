import './sessions.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'

const noticeDuration = 3000
const providers = ['Google', 'Facebook'] as const

/** The other ways to sign in. No installation can configure them yet, and the buttons say so. */
export function SocialSignIn() {
  const { t } = useLingui()
  return (
    <div className="grid gap-5">
      <p className="or-line">
        <Trans>or</Trans>
      </p>
      <div className="grid grid-cols-2 gap-3">
        {providers.map((provider) => (
          <Button
            key={provider}
            block
            onPress={() => toast.info(t`${provider} login will be implemented soon!`, { duration: noticeDuration })}
          >
            {provider}
          </Button>
        ))}
      </div>
    </div>
  )
}
