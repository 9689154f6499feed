import { useLingui } from '@lingui/react/macro'
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form'
import type { ZodMiniType } from 'zod/mini'
import { failureMessage } from '../lib/api-error.ts'
import { isLinkFault } from '../lib/is-link-fault.ts'
import { schemaResolver } from '../lib/schema-resolver.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { useAct } from './use-act.ts'
import { useRefusal } from './use-refusal.ts'

/** A valid e-mailed link. */
export interface GoodLink {
  email: string
  token: string
  /** Called if the link turns out to be invalid. */
  recheck: () => void
  /** Called when its purpose is fulfilled. */
  onDone: () => void
}

type LinkFormOptions<Values extends FieldValues> = Pick<GoodLink, 'recheck' | 'onDone'> & {
  rules: ZodMiniType<unknown, Values>
  values: DefaultValues<Values>
  send: (values: Values) => Promise<unknown>
  /** The sentence for a failure about which the server says nothing better. */
  failed: string
}

/** The form behind an e-mailed link: validated by the contract, with the server's complaints beneath their fields. */
export function useLinkForm<Values extends FieldValues>({ rules, values, send, failed, recheck, onDone }: LinkFormOptions<Values>) {
  const { t } = useLingui()
  const form = useForm<Values>({ mode: 'onTouched', resolver: schemaResolver(rules), defaultValues: values })
  useUnsavedChanges(form.formState.isDirty)
  const { mutate, error, isPending } = useAct({
    send,
    failed: false,
    said: false,
    renews: [],
    onAnswer: onDone,
    onRefused: (refusal) => isLinkFault(refusal) && recheck(),
  })
  const refusal = isLinkFault(error) ? null : error
  const { hasPlace, rest } = useRefusal(form, refusal)
  return {
    form,
    isPending,
    submit: form.handleSubmit((input) => mutate(input)),
    failure: refusal && (hasPlace ? t`Please fix the errors above` : (rest ?? failureMessage(refusal, failed))),
  }
}
