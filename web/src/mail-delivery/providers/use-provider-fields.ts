import { useLingui } from '@lingui/react/macro'
import type { Provider } from '@twofold/contract/mail-delivery/providers'
import type { ProviderKind } from '@twofold/contract/mail-design/mail-terms'
import { useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { complaintsOf, emptyConfiguration, newProviderValues, type ProviderValues, valuesOf } from './provider-values.ts'

interface ProviderFieldsOptions {
  /** The stored provider, whose values the fields begin with. */
  stored?: Provider | undefined
  /** Initial values of a new provider. */
  first?: ProviderValues
  onChange: () => void
}

/** The fields of a provider: their values, and what is wrong with each. */
export function useProviderFields({ stored, first = stored ? valuesOf(stored) : newProviderValues, onChange }: ProviderFieldsOptions) {
  const { t } = useLingui()
  const [values, setValues] = useState<ProviderValues>(first)
  const [left, setLeft] = useState<ReadonlySet<string> | 'all'>(new Set())
  const [refused, setRefused] = useState<Record<string, string>>({})
  const complaints = complaintsOf(values, stored?.has_secret ?? false)
  const words = { required: t`This is required`, number: t`A whole number, 1 or more`, email: t`Please enter a valid email address` }
  /** Clears the server's complaints about earlier values. */
  const forget = () => {
    setRefused({})
    onChange()
  }
  return {
    values,
    isDirty: JSON.stringify(values) !== JSON.stringify(first),
    isComplete: Object.keys(complaints).length === 0,
    /** Fields that a failed test is about, as paths of the body. */
    mark: (fields: readonly string[]) => setRefused(Object.fromEntries(fields.map((field) => [field, t`Check this setting`]))),
    noteRefusal(error: unknown) {
      if (!(error instanceof ApiError)) return
      setRefused(Object.fromEntries(Object.entries(error.errors).flatMap(([field, [message]]) => (message ? [[field, message]] : []))))
    },
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
    leave: (field: string) => setLeft((now) => (now === 'all' ? now : new Set(now).add(field))),
    /** Every field says what is wrong with it. */
    leaveAll: () => setLeft('all'),
    /** A field complains once it was left, or when the server refused it. */
    errorOf(field: string): string | undefined {
      const complaint = complaints[field]
      const wasLeft = left === 'all' || left.has(field)
      return refused[field] ?? (complaint !== undefined && wasLeft ? words[complaint] : undefined)
    },
  }
}

export type ProviderFields = ReturnType<typeof useProviderFields>
