import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { AccessToken } from '@twofold/contract/tokens'
import { FormDialog } from '../kits/FormDialog.tsx'
import { useFormDialog } from '../kits/use-form-dialog.ts'
import { Select } from '../ui/Select.tsx'
import { type MadeToken, madeOf, sendRotation, tokensKey } from './tokens.ts'

interface RotateTokenDialogProps {
  token: AccessToken
  account?: string
  onClose: () => void
  onMade: (made: MadeToken) => void
}

/** Makes the successor of a token. The old one works on for a while, so that a program can change over without a gap. */
export function RotateTokenDialog({ token, account, onClose, onMade }: RotateTokenDialogProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const form = useFormDialog({
    values: { hours: '24' },
    send: ({ hours }) => sendRotation(token.id, Number(hours), account),
    failed: t`The token could not be rotated. Please try again.`,
    said: false,
    // No refetch after a refusal: a missing token would remove its row, and with it this dialog and its message.
    renews: [],
    onClose,
    onDone: (answer) => {
      onMade(madeOf(answer))
      void client.invalidateQueries({ queryKey: tokensKey(account) })
    },
  })
  return (
    <FormDialog
      form={form}
      title={t`Rotate token`}
      subtitle={token.name}
      size="sm"
      submitLabel={t`Create new token`}
      pendingLabel={t`Rotating...`}
    >
      <p>
        <Trans>The new token may do the same and lasts as long as this one was meant to.</Trans>
      </p>
      <Select
        label={t`The old token works for`}
        disabled={form.isPending}
        options={[
          { value: '0', label: t`It ends now` },
          { value: '1', label: t`1 hour` },
          { value: '24', label: t`24 hours` },
          { value: '168', label: t`7 days` },
        ]}
        {...form.field('hours')}
      />
    </FormDialog>
  )
}
