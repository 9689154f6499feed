import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { changeProvider, createProvider, type Provider, type ProviderKind, testProvider } from '@twofold/contract/email/providers'
import { useEffect, useRef, useState } from 'react'
import { ApiError, failureMessage } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { toast } from '../../ui/toast.ts'
import { emailToast } from '../toast-options.ts'
import { bodyOf, complaintsOf, emptyConfiguration, newProviderValues, type ProviderValues, valuesOf } from './provider-values.ts'
import { providersKey } from './providers.ts'

/** Milliseconds until the screen goes back, so that what was said can be read. */
const returnDelay = 1500

/** The form of a new provider, or of a stored one. */
export function useProviderForm(stored?: Provider) {
  const { t } = useLingui()
  const client = useQueryClient()
  const navigate = useNavigate()
  const first = stored ? valuesOf(stored) : newProviderValues
  const [values, setValues] = useState<ProviderValues>(first)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<Record<string, string>>({})
  const returning = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(returning.current), [])

  const complaints = complaintsOf(values, stored?.has_secret ?? false)
  const words = { required: t`This is required`, number: t`A whole number, 1 or more`, email: t`Please enter a valid email address` }

  const noteRefusal = (error: unknown) => {
    if (!(error instanceof ApiError)) return
    setRefused(Object.fromEntries(Object.entries(error.errors).flatMap(([field, [message]]) => (message ? [[field, message]] : []))))
  }

  const save = useMutation({
    mutationFn: () => {
      const body = bodyOf(values)
      return stored ? call(changeProvider, { params: { id: stored.id }, body }) : call(createProvider, { body })
    },
    onSuccess: () => {
      toast.success(stored ? t`Email provider updated successfully!` : t`Email provider created successfully!`, emailToast)
      void client.invalidateQueries({ queryKey: providersKey })
      returning.current = setTimeout(() => void navigate({ to: '/admin/email' }), returnDelay)
    },
    onError: (error) => {
      noteRefusal(error)
      toast.error(failureMessage(error, stored ? t`Failed to update provider` : t`Failed to create provider`), emailToast)
    },
  })

  const trial = useMutation({
    mutationFn: () => call(testProvider, { body: { ...bodyOf(values), ...(stored && { id: stored.id }) } }),
    onSuccess: ({ success, message, fields = [] }) => {
      setRefused(Object.fromEntries(fields.map((field) => [field, t`Check this setting`])))
      if (success) toast.success(t`Configuration test passed! Provider is working correctly.`, emailToast)
      else toast.error(message || t`Configuration test failed`, emailToast)
    },
    onError: (error) => {
      noteRefusal(error)
      toast.error(failureMessage(error, t`Configuration test failed`), emailToast)
    },
  })

  /** What the server said of other values. */
  const forget = () => {
    setRefused({})
    if (!trial.isPending) trial.reset()
  }

  const isDirty = JSON.stringify(values) !== JSON.stringify(first)
  useUnsavedChanges(isDirty && !save.isSuccess)

  return {
    values,
    save,
    trial,
    /** What a test of these very values came to: why it failed, or null when it passed. */
    verdict: trial.data
      ? trial.data.success
        ? null
        : trial.data.message
      : trial.error
        ? failureMessage(trial.error, trial.error.message)
        : undefined,
    /** Why neither button can be pressed. */
    obstacle: Object.keys(complaints).length > 0 ? t`Some fields are not right yet.` : save.isPending ? t`It is being saved.` : undefined,
    change(change: Partial<ProviderValues>) {
      setValues((now) => ({ ...now, ...change }))
      forget()
    },
    configure(name: string, value: string) {
      setValues((now) => ({ ...now, configuration: { ...now.configuration, [name]: value } }))
      forget()
    },
    /** Another kind has other fields: what was typed for the one before is gone. */
    choose(provider: ProviderKind) {
      setValues((now) => ({ ...now, provider, configuration: emptyConfiguration(provider) }))
      forget()
    },
    leave: (field: string) => setLeft((now) => new Set(now).add(field)),
    /** A field complains once it was left, or when the server refused it. */
    errorOf(field: string): string | undefined {
      const complaint = complaints[field]
      return refused[field] ?? (complaint !== undefined && left.has(field) ? words[complaint] : undefined)
    },
  }
}

export type ProviderFormState = ReturnType<typeof useProviderForm>
