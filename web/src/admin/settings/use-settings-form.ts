import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeSettings, type SettingName, type Settings, type ShownSettings } from '@twofold/contract/admin/settings'
import { useState } from 'react'
import { ApiError, failureMessage } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { installationQuery } from '../../lib/installation.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { toast } from '../../ui/toast.ts'
import { settingsKey } from './settings.ts'

/** What is typed but not saved. Only fields that differ from what is stored are sent. */
export function useSettingsForm(shown: ShownSettings) {
  const { t } = useLingui()
  const client = useQueryClient()
  const [draft, setDraft] = useState<Partial<Settings>>({})
  const { values, defaults, sources } = shown.settings
  const fields: Settings = { ...values, ...draft }
  const changed = (Object.keys(draft) as SettingName[]).filter((name) => !Object.is(draft[name], values[name]))
  const isDirty = changed.length > 0
  useUnsavedChanges(isDirty)
  const save = useMutation({
    mutationFn: () => {
      const body = Object.fromEntries(changed.map((name) => [name, fields[name] === defaults[name] ? null : fields[name]]))
      return call(changeSettings, { body })
    },
    onSuccess: async ({ message, ...stored }) => {
      client.setQueryData(settingsKey, stored)
      setDraft({})
      toast.success(message)
      await client.invalidateQueries({ queryKey: installationQuery.queryKey })
    },
  })
  const errors = save.error instanceof ApiError ? save.error.errors : {}
  const isOnFields = Object.keys(errors).length > 0
  return {
    /** Why nothing was saved, where no field says so. */
    failure: save.error && !isOnFields ? failureMessage(save.error, t`The settings could not be saved`) : undefined,
    fields,
    isDirty,
    isSaving: save.isPending,
    save: () => save.mutate(),
    discard() {
      setDraft({})
      save.reset()
    },
    set: <Name extends SettingName>(name: Name, value: Settings[Name]) => setDraft({ ...draft, [name]: value }),
    /** What a field shows besides its value. */
    about: (name: SettingName) => ({
      source: sources[name] ?? 'default',
      stored: values[name],
      defaultValue: defaults[name],
      error: errors[name]?.[0],
    }),
  }
}

export type SettingsForm = ReturnType<typeof useSettingsForm>
