import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Template } from '@twofold/contract/mail-design/templates'
import { ConfirmDialog } from '../../kits/AskDialog.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { touchedBy } from './use-template-acts.ts'

type DeactivateDialogProps = { templates: readonly Template[]; pending: boolean; onConfirm: () => void; onClose: () => void }

/** Asks before templates are switched off together, and says which of them are left as they are. */
export function DeactivateDialog({ templates, pending, onConfirm, onClose }: DeactivateDialogProps) {
  const { t } = useLingui()
  const touched = touchedBy(templates, false)
  const left = templates.length - touched.length
  const events = touched.flatMap((template) => template.events).length
  return (
    <ConfirmDialog
      title={t`Deactivate the selected templates?`}
      onClose={onClose}
      onConfirm={onConfirm}
      pending={pending}
      confirmLabel={t`Deactivate`}
      disabledReason={touched.length === 0 ? t`All of them stay as they are.` : undefined}
      touches={[
        {
          count: touched.length,
          label: <Plural value={touched.length} one="template is switched off" other="templates are switched off" />,
        },
        { count: events, label: <Plural value={events} one="event no longer sends an e-mail" other="events no longer send e-mails" /> },
      ]}
    >
      {left > 0 && (
        <p>
          <Plural
            value={left}
            one="# is inactive already or belongs to the system, and stays as it is."
            other="# are inactive already or belong to the system, and stay as they are."
          />
        </p>
      )}
      {touched.length === 0 && (
        <Alert type="info">
          <Trans>There is nothing to do.</Trans>
        </Alert>
      )}
    </ConfirmDialog>
  )
}
