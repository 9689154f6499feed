import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import {
  changeSettings,
  countSettingsImpact,
  settings,
  type SettingName,
  type Settings,
  type SettingsChange,
  type ShownSettings,
} from '@twofold/contract/admin/settings'
import type { CallResponse } from '@twofold/contract/endpoint'
import { useState } from 'react'
import { useSentForm } from '../../kits/use-sent-form.ts'
import { call } from '../../lib/call.ts'
import { changesOf } from '../../lib/changes-of.ts'
import { installationQuery } from '../../lib/installation.ts'
import { providerStateKeys } from '../../lib/providers-key.ts'
import { schemaResolver } from '../../lib/schema-resolver.ts'
import { settingsKey } from './settings.ts'

export type SettingsImpact = CallResponse<typeof countSettingsImpact>

/** The form of the settings. Only fields that differ from the stored ones are sent; what they end or remove is counted first, and confirmed. */
export function useSettingsForm(shown: ShownSettings) {
  const { t } = useLingui()
  const client = useQueryClient()
  const [asked, setAsked] = useState<{ impact: SettingsImpact; input: Settings }>()
  const { values, defaults, sources } = shown.settings
  const form = useSentForm<Settings, SettingsImpact | CallResponse<typeof changeSettings>>({
    values,
    stored: values,
    rules: schemaResolver(settings),
    send(input) {
      const changes = Object.entries(changesOf(values, input)) as [SettingName, Settings[SettingName]][]
      const body: SettingsChange = Object.fromEntries(changes.map(([name, value]) => [name, value === defaults[name] ? null : value]))
      const isQuestion = !asked && changes.some(([name, value]) => isTakingAway(name, values[name], value))
      return call(isQuestion ? countSettingsImpact : changeSettings, { body })
    },
    failed: t`The settings could not be saved`,
    // The sender address can be one at the address of the installation.
    renews: [installationQuery.queryKey, ...providerStateKeys],
    waits: false,
    onAnswer(answer, input) {
      if (!('settings' in answer)) return setAsked({ impact: answer, input })
      const { message: _message, ...stored } = answer
      setAsked(undefined)
      form.restart(stored.settings.values)
      client.setQueryData(settingsKey, stored)
    },
    onRefused: () => setAsked(undefined),
  })
  return {
    ...form,
    fields: form.watch(),
    defaults,
    stored: values,
    sourceOf: (name: SettingName) => sources[name] ?? 'default',
    question: asked && { impact: asked.impact, onClose: () => setAsked(undefined), onConfirm: () => form.send(asked.input) },
  }
}

/** Shorter times end and remove what is older, and another address makes passkeys void. */
function isTakingAway(name: SettingName, old: Settings[SettingName], next: Settings[SettingName]): boolean {
  if (name === 'address') return true
  return name !== 'password_min_length' && typeof old === 'number' && typeof next === 'number' && next < old
}

export type SettingsForm = ReturnType<typeof useSettingsForm>
