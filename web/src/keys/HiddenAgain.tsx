import { Trans, useLingui } from '@lingui/react/macro'
import { EyeOff } from '../ui/icons/EyeOff.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

/** Shown after the secret was removed from the screen and from memory. */
export function HiddenAgain({ onShow }: { onShow: () => void }) {
  const { t } = useLingui()
  return (
    <EmptyState
      icon={EyeOff}
      level={3}
      title={t`Hidden again`}
      action={
        <Button autoFocus onPress={onShow}>
          <Trans>Show again</Trans>
        </Button>
      }
    >
      <Trans>It was on the screen for a while. Showing it again is logged again.</Trans>
    </EmptyState>
  )
}
