import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Template } from '@twofold/contract/email/templates'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { BlastRadius } from '../../ui/BlastRadius.tsx'
import { useRemoveTemplate } from './use-template-acts.ts'

type DeleteTemplateDialogProps = { template: Template; onClose: () => void; onDone: () => void }

export function DeleteTemplateDialog({ template, onClose, onDone }: DeleteTemplateDialogProps) {
  const { t } = useLingui()
  const remove = useRemoveTemplate()
  const { name, slug, events, languages, version } = template
  return (
    <AlertDialog
      title={t`Delete ${name}?`}
      onClose={onClose}
      onConfirm={() => remove.mutate(slug, { onSuccess: onDone, onSettled: onClose })}
      pending={remove.isPending}
      confirmLabel={t`Delete Template`}
    >
      <div className="grid gap-3">
        <p>{t`Are you sure you want to delete "${name}"?`}</p>
        <BlastRadius
          label={t`What this touches`}
          facts={[
            {
              count: events.length,
              label: <Plural value={events.length} one="event is not mailed any more" other="events are not mailed any more" />,
            },
            {
              count: languages.length,
              label: <Plural value={languages.length} one="translation goes with it" other="translations go with it" />,
            },
            { count: version, label: <Plural value={version} one="version goes with it" other="versions go with it" /> },
          ]}
        />
        <p className="text-sm text-text-2">
          <Trans>Mails that were sent stay in the log.</Trans>
        </p>
      </div>
    </AlertDialog>
  )
}
