import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import {
  changeSettings,
  countSettingsImpact,
  type SettingName,
  type Settings,
  type SettingsChange,
  type ShownSettings,
} from '@twofold/contract/admin/settings'
import { useState } from 'react'
import { useAct } from '../../kits/use-act.ts'
import { useQuestion } from '../../kits/use-question.ts'
import { ApiError, failureMessage } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { installationQuery } from '../../lib/installation.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { settingsKey } from './settings.ts'

/** Unsaved settings. Only fields that differ from the stored ones are sent. */
export function useSettingsForm(shown: ShownSettings) {
  const { t } = useLingui()
  const client = useQueryClient()
  const [draft, setDraft] = useState<Partial<Settings>>({})
  const { values, defaults, sources } = shown.settings
  const fields: Settings = { ...values, ...draft }
  const changed = (Object.keys(draft) as SettingName[]).filter((name) => !Object.is(draft[name], values[name]))
  const isDirty = changed.length > 0
  useUnsavedChanges(isDirty)
  const change: SettingsChange = Object.fromEntries(changed.map((name) => [name, fields[name] === defaults[name] ? null : fields[name]]))
  const count = useQuestion(() => call(countSettingsImpact, { body: change }), false)
  const save = useAct({
    send: () => call(changeSettings, { body: change }),
    failed: false,
    renews: [installationQuery.queryKey],
    onAnswer({ message: _message, ...stored }) {
      client.setQueryData(settingsKey, stored)
      setDraft({})
    },
    onEnd: () => count.reset(),
  })
  const error = save.error ?? count.error
  const errors = error instanceof ApiError ? error.errors : {}
  const isOnFields = Object.keys(errors).length > 0
  return {
    /** Reason why nothing was saved, unless a field shows it. */
    failure: error && !isOnFields ? failureMessage(error, t`The settings could not be saved`) : undefined,
    fields,
    isDirty,
    isSaving: save.isPending || count.isPending,
    /** Counts the impact first, and asks for confirmation if there is any. */
    save() {
      save.reset()
      count.reset()
      if (changed.some((name) => isTakingAway(name, values, fields))) count.mutate()
      else save.mutate()
    },
    /** The impact to confirm. */
    impact: count.data,
    confirm: () => save.mutate(),
    cancel: () => count.reset(),
    discard() {
      setDraft({})
      save.reset()
      count.reset()
    },
    set: <Name extends SettingName>(name: Name, value: Settings[Name]) => setDraft({ ...draft, [name]: value }),
    /** Additional facts for a field. */
    about: (name: SettingName) => ({
      source: sources[name] ?? 'default',
      stored: values[name],
      defaultValue: defaults[name],
      error: errors[name]?.[0],
    }),
  }
}

/** Shorter times end and remove what is older, and another address makes passkeys void. */
function isTakingAway(name: SettingName, before: Settings, after: Settings): boolean {
  if (name === 'address') return true
  const [old, next] = [before[name], after[name]]
  return name !== 'password_min_length' && typeof old === 'number' && typeof next === 'number' && next < old
}

export type SettingsForm = ReturnType<typeof useSettingsForm>
