import { useLingui } from '@lingui/react/macro'
import type { testProvider } from '@twofold/contract/mail-delivery/providers'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { ProviderKind } from '@twofold/contract/mail-design/mail-terms'
import type { Path } from 'react-hook-form'
import type { useTypedForm } from '../../kits/use-typed-form.ts'
import { emptyConfiguration, isAddress, isWhole, type ProviderValues } from './provider-values.ts'

type Form = Pick<ReturnType<typeof useTypedForm<ProviderValues>>, 'field' | 'setValue' | 'watch'>
type Verdict = Pick<CallResponse<typeof testProvider>, 'success' | 'message' | 'fields'>
type Trial = { input: ProviderValues | undefined; verdict: Verdict | undefined }
type InputRules = { required?: boolean; type?: 'text' | 'password' | 'email' | 'number' }

/** The fields of a provider's form. What a test said holds for the values it was about. */
export function useProviderFields(form: Form, trial: Trial) {
  const { t } = useLingui()
  const values = form.watch()
  const verdict = JSON.stringify(trial.input) === JSON.stringify(values) ? trial.verdict : undefined
  return {
    values,
    verdict,
    input(name: Path<ProviderValues>, { required = true, type = 'text' }: InputRules = {}) {
      const { error, ...bound } = form.field(name, (value) => {
        const text = typeof value === 'string' ? value.trim() : ''
        if (text === '') return required ? t`This is required` : undefined
        if (type === 'number' && !isWhole(text)) return t`A whole number, 1 or more`
        return type === 'email' && !isAddress(text) ? t`Please enter a valid email address` : undefined
      })
      return { ...bound, required, type, error: error ?? (verdict?.fields?.includes(name) ? t`Check this setting` : undefined) }
    },
    /** Another kind has other fields: what was typed for the one before is gone. */
    choose(kind: ProviderKind) {
      form.setValue('provider', kind, { shouldDirty: true })
      form.setValue('configuration', emptyConfiguration(kind), { shouldDirty: true })
    },
  }
}

export type ProviderFields = ReturnType<typeof useProviderFields>
