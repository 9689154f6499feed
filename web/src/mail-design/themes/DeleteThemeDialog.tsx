import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { removeTheme, type Theme } from '@twofold/contract/mail-design/theme-calls'
import { AskDialog } from '../../kits/AskDialog.tsx'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { longToast } from '../../ui/toast-options.ts'

export function DeleteThemeDialog({ theme, onClose }: { theme: Theme; onClose: () => void }) {
  const { t } = useLingui()
  const { name, slug, templates_count: templates } = theme
  const remove = useAct({
    send: () => call(removeTheme, { params: { slug } }),
    failed: t`Failed to delete theme`,
    // The settings and the templates may have named it.
    renews: [['admin', 'email']],
    ...longToast,
  })
  return (
    <AskDialog
      title={t`Delete ${name}?`}
      onClose={onClose}
      act={remove}
      confirmLabel={t`Delete`}
      {...(templates > 0 && {
        touches: [
          {
            count: templates,
            label: <Plural value={templates} one="template has it, and has none then" other="templates have it, and have none then" />,
          },
        ],
      })}
    >
      <p className="wrap-anywhere">{t`Are you sure you want to delete "${name}"?`}</p>
      {templates === 0 && (
        <p>
          <Trans>No template has it.</Trans>
        </p>
      )}
    </AskDialog>
  )
}
