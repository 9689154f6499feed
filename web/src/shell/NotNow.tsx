import { Trans } from '@lingui/react/macro'
import { useSignOut } from '../sessions/use-sign-out.ts'
import { TextButton } from '../ui/TextButton.tsx'

/** A way out of a required sign-in step. */
export function NotNow() {
  const signOut = useSignOut()
  return (
    <p>
      <Trans>
        Not now? <TextButton onPress={() => void signOut()}>Sign out</TextButton>
      </Trans>
    </p>
  )
}
