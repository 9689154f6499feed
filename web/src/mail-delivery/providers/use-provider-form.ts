import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { changeProvider, createProvider, type Provider, testProvider } from '@twofold/contract/mail-delivery/providers'
import { useEffect, useRef, useState } from 'react'
import { useAct } from '../../kits/use-act.ts'
import { failureMessage } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { longToast } from '../../ui/toast-options.ts'
import { bodyOf } from './provider-values.ts'
import { providersKey } from './providers.ts'
import { useProviderFields } from './use-provider-fields.ts'

/** Milliseconds until the screen goes back, so that what was said can be read. */
const returnDelay = 1500

/** The form of a new provider, or of a stored one. */
export function useProviderForm(stored?: Provider) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const fields = useProviderFields({
    stored,
    onChange: () => {
      if (!trial.isPending) trial.reset()
    },
  })
  const { values, isDirty, isComplete, noteRefusal, mark } = fields
  // The fields hold what was read then, also when the list is newer by now.
  const [readAt] = useState(stored?.updated_at)
  const returning = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(returning.current), [])

  const save = useAct({
    send: () => {
      const body = bodyOf(values)
      return stored
        ? call(changeProvider, { params: { id: stored.id }, body: { ...body, unchanged_since: readAt } })
        : call(createProvider, { body })
    },
    failed: stored ? t`Failed to update provider` : t`Failed to create provider`,
    said: () => (stored ? t`Email provider updated successfully!` : t`Email provider created successfully!`),
    renews: [providersKey],
    waits: false,
    ...longToast,
    onAnswer: () => void (returning.current = setTimeout(() => void navigate({ to: '/admin/email' }), returnDelay)),
    onRefused: noteRefusal,
  })

  const trial = useAct({
    send: () => call(testProvider, { body: { ...bodyOf(values), ...(stored && { id: stored.id }) } }),
    failed: t`Configuration test failed`,
    said: ({ success, message }) =>
      success
        ? t`Configuration test passed! Provider is working correctly.`
        : { message: message || t`Configuration test failed`, type: 'error' },
    renews: [],
    ...longToast,
    onAnswer: (verdict) => mark(verdict.fields ?? []),
    onRefused: noteRefusal,
  })

  useUnsavedChanges(isDirty && !save.isSuccess)

  return {
    ...fields,
    save,
    trial,
    /** Result of a test of these very values: the reason of its failure, or null if it passed. */
    verdict: trial.data
      ? trial.data.success
        ? null
        : trial.data.message
      : trial.error
        ? failureMessage(trial.error, trial.error.message)
        : undefined,
    /** Reason why both buttons are disabled. */
    obstacle: isComplete ? (save.isPending ? t`It is being saved.` : undefined) : t`Some fields are invalid.`,
  }
}
