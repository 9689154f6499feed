import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeMappingPart, createMapping, removeMapping } from '@twofold/contract/mail-rules/mapping-calls'
import type { Template } from '@twofold/contract/mail-design/templates'
import { failureMessage } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { randomId } from '../../lib/random-id.ts'
import { toast } from '../../ui/toast.ts'
import { emailToast } from '../../mail-design/toast-options.ts'
import { templatesKey } from '../../mail-design/templates/templates.ts'
import { mappingsKey } from '../mappings/mappings.ts'

/** Links events with a template, switches the links and removes them. */
export function useTemplateMappings(template: Pick<Template, 'slug' | 'provider_id'>) {
  const { t } = useLingui()
  const client = useQueryClient()
  const done = async (message: string) => {
    toast.success(message, emailToast)
    await Promise.all([
      client.invalidateQueries({ queryKey: mappingsKey }),
      client.invalidateQueries({ queryKey: [...templatesKey, template.slug] }),
      client.invalidateQueries({ queryKey: [...templatesKey, 'list'] }),
    ])
  }
  const reasonOf = (error: unknown) => failureMessage(error, t`The server cannot be reached. Check your connection and try again.`)
  return {
    link: useMutation({
      mutationFn: (event: string) =>
        call(
          createMapping,
          { body: { event_name: event, template_slug: template.slug, provider_id: template.provider_id, is_active: true } },
          { idempotencyKey: randomId() },
        ),
      onSuccess: async ({ missing_variables: missing }) => {
        await done(t`Event mapping created`)
        const names = missing.join(', ')
        if (names) toast.warning(t`This event does not have what the template uses: ${names}`, { duration: 10_000 })
      },
      onError: (error) => {
        const reason = reasonOf(error)
        toast.error(t`Failed to create event mapping: ${reason}`, emailToast)
      },
    }),
    toggle: useMutation({
      mutationFn: ({ id, isActive }: { id: string; isActive: boolean }) =>
        call(changeMappingPart, { params: { id }, body: { is_active: isActive } }),
      onSuccess: (_, { isActive }) => done(isActive ? t`Event mapping enabled` : t`Event mapping disabled`),
      onError: (error) => {
        const reason = reasonOf(error)
        toast.error(t`Failed to update event mapping: ${reason}`, emailToast)
      },
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(removeMapping, { params: { id } }),
      onSuccess: () => done(t`Event mapping removed`),
      onError: (error) => {
        const reason = reasonOf(error)
        toast.error(t`Failed to remove event mapping: ${reason}`, emailToast)
      },
    }),
  }
}
