import { useLingui } from '@lingui/react/macro'
import { changeTemplatePart, duplicateTemplate, removeTemplate } from '@twofold/contract/mail-design/template-changes'
import type { Template } from '@twofold/contract/mail-design/templates'
import { useAct } from '../../kits/use-act.ts'
import { failureMessage } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { toast } from '../../ui/toast.ts'
import { longToast } from '../../ui/toast-options.ts'
import { templatesKey } from '../../lib/templates-key.ts'

export function useDuplicateTemplate() {
  const { t } = useLingui()
  return useAct({
    send: (slug: string) => call(duplicateTemplate, { params: { id: slug } }),
    failed: false,
    renews: [templatesKey],
    ...longToast,
    onRefused(error) {
      const fallback = t`Failed to duplicate template`
      const reason = failureMessage(error, '')
      toast.error(reason ? t`Failed to duplicate template: ${reason}` : fallback, longToast)
    },
  })
}

export function useRemoveTemplate() {
  const { t } = useLingui()
  return useAct({
    send: (slug: string) => call(removeTemplate, { params: { id: slug } }),
    failed: t`Failed to delete template`,
    renews: [templatesKey],
    ...longToast,
  })
}

/** Only this field: other people's changes to the template stay. */
export const switchTemplate = ({ slug }: Template, isActive: boolean) =>
  call(changeTemplatePart, { params: { id: slug }, body: { is_active: isActive } })

export type BulkResult = { done: number; failures: { name: string; reason: string }[] }

/** Switches the chosen ones on or off, one after the other; only those that are not so yet, and never off what belongs to the system. */
export function useSwitchTemplates() {
  const { t } = useLingui()
  return useAct({
    send: async ({ templates, isActive }: { templates: readonly Template[]; isActive: boolean }): Promise<BulkResult> => {
      const failures: BulkResult['failures'] = []
      const touched = touchedBy(templates, isActive)
      for (const template of touched) {
        await switchTemplate(template, isActive).catch((error: unknown) => {
          failures.push({
            name: template.name,
            reason: failureMessage(error, t`The server cannot be reached. Check your connection and try again.`),
          })
        })
      }
      return { done: touched.length - failures.length, failures }
    },
    failed: false,
    said: ({ failures }, { isActive }) =>
      failures.length === 0
        ? isActive
          ? t`Selected templates activated successfully`
          : t`Selected templates deactivated successfully`
        : { message: isActive ? t`Failed to activate some templates` : t`Failed to deactivate some templates`, type: 'error' },
    renews: [templatesKey],
    ...longToast,
  })
}

export const touchedBy = (templates: readonly Template[], isActive: boolean): Template[] =>
  templates.filter((one) => (isActive ? !one.is_active : one.is_active && !one.is_system && !one.is_essential))
