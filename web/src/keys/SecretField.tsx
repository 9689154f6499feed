import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@twofold/contract/limits'
import type { ComponentProps } from 'react'
import { Button } from '../ui/Button.tsx'
import { ScanLine } from '../ui/icons/ScanLine.ts'
import { TextField } from '../ui/TextField.tsx'

/** A secret, or a link that holds one. Hidden until somebody wants to see it. */
export function SecretField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'mono' | 'reveal' | 'autoComplete' | 'maxLength'>) {
  const { t } = useLingui()
  return (
    <TextField
      {...props}
      type="password"
      mono
      reveal={{ show: t`Show secret`, hide: t`Hide secret` }}
      autoComplete="off"
      maxLength={limits.otpauthUriMax}
    />
  )
}

/** The other way to give a secret. */
export function ScanButton({ onPress, disabled }: { onPress: () => void; disabled: boolean }) {
  const { t } = useLingui()
  return (
    <Button block icon={ScanLine} onPress={onPress} {...(disabled && { disabledReason: t`Please wait.` })}>
      <Trans>Scan QR Code</Trans>
    </Button>
  )
}
