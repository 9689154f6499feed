import type { FormEvent } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type SubmitErrorHandler,
  useForm,
} from 'react-hook-form'
import { ApiError, failureMessage } from '../lib/api-error.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { type ActOptions, useAct } from './use-act.ts'
import { useRefusal } from './use-refusal.ts'

export type SentFormOptions<Values extends FieldValues, Answer> = Pick<
  ActOptions<Answer, Values>,
  'send' | 'said' | 'renews' | 'duration' | 'onAnswer' | 'onRefused' | 'onDone'
> & {
  values: DefaultValues<Values>
  /** Stored values to edit: the form follows them until the user types. */
  stored?: Values
  /** When fields are validated before the first submit; by default not at all. */
  mode?: 'onTouched'
  /** From `schemaResolver`, if the contract's rules apply to the whole form. */
  rules?: Resolver<Values>
  /** Replaces sending, if something comes first. */
  onSubmit?: (values: Values, send: (values: Values) => void) => void
  /** Some fields do not hold what they have to. */
  onInvalid?: SubmitErrorHandler<Values>
  /** Fallback sentence for a failure; as a function, with the reason. */
  failed: string | ((reason: string) => string)
  /** Refusals, by their codes, that say what is wrong with a field. */
  about?: Readonly<Record<string, Path<Values>>>
  /** Values after success: those sent, or the initial ones. */
  leaves?: 'sent' | 'nothing'
}

/**
 * A form that is sent, in a dialog or on a page. The server's complaints are shown beneath their fields, and the first of these gets the focus; the
 * form shows every other failure. Leaving asks first if there are unsaved changes.
 */
export function useSentForm<Values extends FieldValues, Answer>(options: SentFormOptions<Values, Answer>) {
  const { values, stored, mode, rules, onSubmit, onInvalid, failed, about, leaves, onAnswer, ...sent } = options
  const form = useForm<Values>({
    defaultValues: values,
    ...(stored && { values: stored, resetOptions: { keepDirtyValues: true } }),
    ...(mode && { mode }),
    ...(rules && { resolver: rules }),
  })
  const act = useAct<Answer, Values>({
    ...sent,
    failed: false,
    onAnswer: (answer, input) => {
      if (leaves) form.reset(leaves === 'sent' ? input : undefined)
      onAnswer?.(answer, input)
    },
  })
  const { error, isPending } = act
  const { hasPlace, rest } = useRefusal(form, error, about)
  useUnsavedChanges(form.formState.isDirty)
  const isAnswered = error instanceof ApiError && (error.code === 'pin.required' || error.code === 'requests.waiting')
  const send = (input: Values) => act.mutate(input)
  const submit = form.handleSubmit((input) => {
    if (isPending) return
    if (onSubmit) onSubmit(input, send)
    else send(input)
  }, onInvalid)
  return {
    ...form,
    isPending,
    refusal: error instanceof ApiError ? error : undefined,
    failure:
      !error || hasPlace || isAnswered
        ? undefined
        : typeof failed === 'string'
          ? (rest ?? failureMessage(error, failed))
          : failed(rest ?? failureMessage(error, error.message)),
    send,
    submit: (event: FormEvent) => {
      // The server's complaints about an earlier submit must not block, even if no input is registered for the field.
      form.clearErrors()
      return submit(event)
    },
    /** Binds a field: `<TextField label={t`Name`} {...form.field('name')} />`. `complaint`: validates a value. */
    field: <Name extends Path<Values>>(name: Name, complaint?: (value: PathValue<Values, Name>) => string | undefined) => ({
      ...form.register(name, complaint && { validate: (value) => complaint(value) ?? true }),
      error: form.getFieldState(name, form.formState).error?.message,
    }),
  }
}
