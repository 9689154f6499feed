import { useForm, type FieldValues, type Path, type DefaultValues } from 'react-hook-form'
import type { ZodMiniType } from 'zod/mini'
import type { Answer } from '../lib/call.ts'
import type { SignedIn } from '@twofold/contract/sessions'
import { schemaResolver } from '../lib/schema-resolver.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { useSecondsUntil } from '../lib/use-seconds-until.ts'
import { useAttempt } from './use-attempt.ts'

/** A form that opens a session: checked by the contract on blur and on submit, sent once, its answer shown where it belongs. */
export function useAccountForm<Values extends FieldValues & { email: string }>(
  schema: ZodMiniType<unknown, Values>,
  defaultValues: DefaultValues<Values>,
  request: (values: Values) => Promise<Answer<SignedIn>>,
  home?: string,
) {
  const form = useForm<Values>({ mode: 'onTouched', resolver: schemaResolver(schema), defaultValues })
  useUnsavedChanges(form.formState.isDirty)
  const attempt = useAttempt(
    (errors) => {
      const known = Object.entries(errors).filter(([field]) => field in form.getValues())
      known.forEach(([field, message], index) =>
        form.setError(field as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 }),
      )
      return known.length > 0
    },
    { home },
  )
  const { notice } = attempt
  const waiting = useSecondsUntil(notice?.kind === 'limited' ? notice.deadline : undefined) > 0
  const submit = form.handleSubmit(
    (values) => (waiting ? undefined : attempt.send(values.email, () => request(values))),
    () => attempt.refuse(),
  )
  return { form, attempt, submit, waiting, busy: attempt.pending || notice?.kind === 'done' }
}
