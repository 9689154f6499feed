import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { changeEmailSettings, getEmailSettings, type EmailSettings } from '@twofold/contract/mail-design/settings'
import { useState } from 'react'
import { useAct } from '../../kits/use-act.ts'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { longToast } from '../../ui/toast-options.ts'
import { allTemplatesQuery, emailSettingsQuery, lastApplicationQuery } from './settings.ts'

export type SettingsForm = ReturnType<typeof useSettingsForm>

/** The form's settings: the server's, with the changes made here. */
export function useSettingsForm(stored: EmailSettings) {
  const client = useQueryClient()
  const [changes, setChanges] = useState<Partial<EmailSettings>>({})
  const values: EmailSettings = { ...stored, ...changes }
  const isDirty = JSON.stringify(values) !== JSON.stringify(stored)
  useUnsavedChanges(isDirty)
  const save = useAct({
    // Only fields changed here replace what somebody else may have saved meanwhile.
    send: async () => {
      const { settings } = await call(getEmailSettings)
      return call(changeEmailSettings, { body: { ...settings, ...changes } })
    },
    failed: (reason) => t`Failed to save settings: ${reason}`,
    renews: [{ queryKey: emailSettingsQuery.queryKey, exact: true }, allTemplatesQuery.queryKey],
    ...longToast,
    onAnswer({ settings, application }) {
      client.setQueryData(emailSettingsQuery.queryKey, settings)
      setChanges({})
      if (application && application.applied + application.failed > 0) client.setQueryData(lastApplicationQuery.queryKey, application)
    },
  })
  const errors = save.error instanceof ApiError ? save.error.errors : {}
  return {
    values,
    isDirty,
    save,
    change: (change: Partial<EmailSettings>) => setChanges({ ...changes, ...change }),
    discard: () => {
      setChanges({})
      save.reset()
    },
    errorOf: (field: string) => errors[field]?.[0],
  }
}
