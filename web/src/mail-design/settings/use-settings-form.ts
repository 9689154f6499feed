import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { changeEmailSettings, getEmailSettings, type EmailSettings } from '@twofold/contract/mail-design/settings'
import type { CallResponse } from '@twofold/contract/endpoint'
import { type SentFormOptions, useSentForm } from '../../kits/use-sent-form.ts'
import { call } from '../../lib/call.ts'
import { changesOf } from '../../lib/changes-of.ts'
import { providerStateKeys } from '../../lib/providers-key.ts'
import { longToast } from '../../ui/toast-options.ts'
import { allTemplatesQuery, emailSettingsQuery, lastApplicationQuery } from './settings.ts'

export type SettingsForm = ReturnType<typeof useSettingsForm>

type Answer = CallResponse<typeof changeEmailSettings>

/** The form of the settings of e-mail. `onEnd`: they are saved, or refused. */
export function useSettingsForm(
  stored: EmailSettings,
  { onEnd, ...asked }: { onEnd: () => void } & Pick<SentFormOptions<EmailSettings, Answer>, 'onSubmit'>,
) {
  const client = useQueryClient()
  const form = useSentForm<EmailSettings, Answer>({
    values: stored,
    stored,
    // Only fields changed here replace what somebody else may have saved meanwhile.
    send: async (input) => {
      const { settings } = await call(getEmailSettings)
      return call(changeEmailSettings, { body: { ...settings, ...changesOf(stored, input) } })
    },
    ...asked,
    failed: (reason) => t`Failed to save settings: ${reason}`,
    isToasted: true,
    renews: [{ queryKey: emailSettingsQuery.queryKey, exact: true }, allTemplatesQuery.queryKey, ...providerStateKeys],
    ...longToast,
    onAnswer({ settings, application }) {
      onEnd()
      form.restart(settings)
      client.setQueryData(emailSettingsQuery.queryKey, settings)
      if (application && application.applied + application.failed > 0) client.setQueryData(lastApplicationQuery.queryKey, application)
    },
    onRefused: onEnd,
  })
  return { ...form, values: form.watch() }
}
