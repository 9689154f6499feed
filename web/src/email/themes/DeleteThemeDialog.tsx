import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { removeTheme, type Theme } from '@twofold/contract/email/theme-calls'
import { call } from '../../lib/call.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { BlastRadius } from '../../ui/BlastRadius.tsx'
import { toast } from '../../ui/toast.ts'
import { emailToast } from '../toast-options.ts'

export function DeleteThemeDialog({ theme, onClose }: { theme: Theme; onClose: () => void }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const { name, slug, templates_count: templates } = theme
  const remove = useMutation({
    mutationFn: () => call(removeTheme, { params: { slug } }),
    meta: { fallback: t`Failed to delete theme`, ...emailToast },
    onSuccess: ({ message }) => {
      toast.success(message, emailToast)
      // The settings and the templates may have named it.
      return client.invalidateQueries({ queryKey: ['admin', 'email'] })
    },
    onSettled: onClose,
  })
  return (
    <AlertDialog
      title={t`Delete ${name}?`}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      pending={remove.isPending}
      confirmLabel={t`Delete`}
    >
      <div className="grid gap-3">
        <p className="wrap-anywhere">{t`Are you sure you want to delete "${name}"?`}</p>
        {templates === 0 ? (
          <p>
            <Trans>No template has it.</Trans>
          </p>
        ) : (
          <BlastRadius
            label={t`What this touches`}
            facts={[
              {
                count: templates,
                label: <Plural value={templates} one="template has it, and has none then" other="templates have it, and have none then" />,
              },
            ]}
          />
        )}
      </div>
    </AlertDialog>
  )
}
