import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { changeProvider, createProvider, type Provider, testProvider } from '@twofold/contract/mail-delivery/providers'
import type { CallResponse } from '@twofold/contract/endpoint'
import { useEffect, useRef, useState } from 'react'
import { useAct } from '../../kits/use-act.ts'
import { useRefusal } from '../../kits/use-refusal.ts'
import { useSentForm } from '../../kits/use-sent-form.ts'
import { failureMessage } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { providerStateKeys } from '../../lib/providers-key.ts'
import { toast } from '../../ui/toast.ts'
import { longToast } from '../../ui/toast-options.ts'
import { bodyOf, newProviderValues, type ProviderValues, valuesOf } from './provider-values.ts'
import { useProviderFields } from './use-provider-fields.ts'

/** Milliseconds until the screen goes back, so that what was said can be read. */
const returnDelay = 1500

/** The form of a new provider, or of a stored one. */
export function useProviderForm(stored?: Provider) {
  const { t } = useLingui()
  const navigate = useNavigate()
  // The fields hold what was read then, also when the list is newer by now.
  const [readAt] = useState(stored?.updated_at)
  const returning = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(returning.current), [])

  const noSender = t`No e-mail can be sent through it yet: it has no sender address. Fill in From address, or the sender address of the e-mail settings.`
  const form = useSentForm<ProviderValues, CallResponse<typeof createProvider>>({
    values: stored ? valuesOf(stored) : newProviderValues,
    mode: 'onTouched',
    send: (input) =>
      stored
        ? call(changeProvider, { params: { id: stored.id }, body: { ...bodyOf(input), unchanged_since: readAt } })
        : call(createProvider, { body: bodyOf(input) }),
    failed: stored ? t`Failed to update provider` : t`Failed to create provider`,
    isToasted: true,
    said: () => (stored ? t`Email provider updated successfully!` : t`Email provider created successfully!`),
    renews: providerStateKeys,
    waits: false,
    ...longToast,
    leaves: 'sent',
    onAnswer: ({ provider: { has_sender: hasSender } }) => {
      if (!hasSender) toast.warning(noSender, longToast)
      returning.current = setTimeout(() => void navigate({ to: '/admin/email' }), returnDelay)
    },
  })

  const trial = useAct({
    send: (input: ProviderValues) => call(testProvider, { body: { ...bodyOf(input), ...(stored && { id: stored.id }) } }),
    failed: t`Configuration test failed`,
    said: ({ success, message }) =>
      success
        ? t`Configuration test passed! Provider is working correctly.`
        : { message: message || t`Configuration test failed`, type: 'error' },
    renews: [],
    ...longToast,
  })
  useRefusal(form, trial.error)
  // A complaint of the server disables nothing: the same values may be accepted once something else was put right.
  const wasRefused = form.refusal !== undefined || trial.error !== null
  const verdict = trial.error ? { success: false, message: failureMessage(trial.error, trial.error.message) } : trial.data

  return {
    ...form,
    ...useProviderFields(form, { input: trial.variables, verdict }),
    isDone: form.isPending || form.answer !== undefined,
    isTesting: trial.isPending,
    test() {
      form.clearErrors()
      return form.handleSubmit((input) => trial.mutate(input))()
    },
    /** Reason why both buttons are disabled. */
    obstacle: form.isPending ? t`It is being saved.` : form.formState.isValid || wasRefused ? undefined : t`Some fields are invalid.`,
  }
}
