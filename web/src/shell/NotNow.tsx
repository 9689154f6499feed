import { Trans } from '@lingui/react/macro'
import { useSignOut } from '../sessions/use-sign-out.ts'
import { TextButton } from '../ui/TextButton.tsx'

/** Beneath a step that a sign-in cannot go on without: the way out of it. */
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
