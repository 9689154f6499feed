import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form'
import type { ZodMiniType } from 'zod/mini'
import { ApiError, failureMessage } from '../lib/api-error.ts'
import { showFieldErrors } from '../lib/field-errors.ts'
import { isLinkFault } from '../lib/is-link-fault.ts'
import { schemaResolver } from '../lib/schema-resolver.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'

/** A mailed link that is good. */
export interface GoodLink {
  email: string
  token: string
  /** It turned out that the link is not good any more. */
  recheck: () => void
  /** What it is for is done. */
  onDone: () => void
}

type LinkFormOptions<Values extends FieldValues> = Pick<GoodLink, 'recheck' | 'onDone'> & {
  rules: ZodMiniType<unknown, Values>
  values: DefaultValues<Values>
  send: (values: Values) => Promise<unknown>
  /** The sentence for a failure about which the server says nothing better. */
  failed: string
}

/** The form behind a mailed link: checked by the contract, with what the server says against a field beneath it. */
export function useLinkForm<Values extends FieldValues>({ rules, values, send, failed, recheck, onDone }: LinkFormOptions<Values>) {
  const { t } = useLingui()
  const form = useForm<Values>({ mode: 'onTouched', resolver: schemaResolver(rules), defaultValues: values })
  useUnsavedChanges(form.formState.isDirty)
  const { mutate, error, isPending } = useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onError: (refusal) => (isLinkFault(refusal) ? recheck() : void showFieldErrors(form, refusal)),
  })
  const isAtFields = error instanceof ApiError && Object.keys(error.errors).length > 0
  return {
    form,
    isPending,
    submit: form.handleSubmit((input) => mutate(input)),
    failure: error && !isLinkFault(error) && (isAtFields ? t`Please fix the errors above` : failureMessage(error, failed)),
  }
}
