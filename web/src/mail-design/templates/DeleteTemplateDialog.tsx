import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Template } from '@twofold/contract/mail-design/templates'
import { AskDialog } from '../../kits/AskDialog.tsx'
import { useRemoveTemplate } from './use-template-acts.ts'

type DeleteTemplateDialogProps = { template: Template; onClose: () => void; onDone: () => void }

export function DeleteTemplateDialog({ template, onClose, onDone }: DeleteTemplateDialogProps) {
  const { t } = useLingui()
  const remove = useRemoveTemplate()
  const { name, slug, events, languages, version } = template
  return (
    <AskDialog
      touches={[
        {
          count: events.length,
          label: <Plural value={events.length} one="event no longer sends an e-mail" other="events no longer send e-mails" />,
        },
        {
          count: languages.length,
          label: <Plural value={languages.length} one="translation goes with it" other="translations go with it" />,
        },
        { count: version, label: <Plural value={version} one="version goes with it" other="versions go with it" /> },
      ]}
      title={t`Delete ${name}?`}
      onClose={onClose}
      act={remove}
      input={slug}
      onDone={onDone}
      confirmLabel={t`Delete Template`}
    >
      <p>{t`Are you sure you want to delete "${name}"?`}</p>
      <p className="text-sm text-text-2">
        <Trans>E-mails that were sent stay in the log.</Trans>
      </p>
    </AskDialog>
  )
}
