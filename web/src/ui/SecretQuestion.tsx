import { Trans, useLingui } from '@lingui/react/macro'
import { AlertDialog } from './AlertDialog.tsx'

interface SecretQuestionProps {
  /** Labels of fields that seem to hold a secret. */
  fields: readonly string[]
  onConfirm: () => void
  onClose: () => void
}

/** Asks before a text that looks like a secret is stored unencrypted, as a name. */
export function SecretQuestion({ fields, onConfirm, onClose }: SecretQuestionProps) {
  const { t, i18n } = useLingui()
  const named = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(fields)
  return (
    <AlertDialog
      title={t`Save what looks like a secret?`}
      confirmLabel={t`Save anyway`}
      cancelLabel={t`Go back`}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <Trans>This looks like the secret of a key: {named}.</Trans>
      </p>
      <p>
        <Trans>Names are stored unencrypted, and everybody who has the key reads them. A secret belongs in the Secret field.</Trans>
      </p>
    </AlertDialog>
  )
}
