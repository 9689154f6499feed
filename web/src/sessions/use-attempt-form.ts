import type { DefaultValues, FieldValues, Path } from 'react-hook-form'
import type { ZodMiniType } from 'zod/mini'
import type { Answer } from '../lib/call.ts'
import type { SignedIn } from '@twofold/contract/sessions'
import { useTypedForm } from '../kits/use-typed-form.ts'
import { schemaResolver } from '../lib/schema-resolver.ts'
import { useSecondsUntil } from '../lib/use-seconds-until.ts'
import { useAttempt } from './use-attempt.ts'

type AttemptFormOptions<Values extends FieldValues> = {
  rules: ZodMiniType<unknown, Values>
  values: DefaultValues<Values>
  emailOf: (values: Values) => string
  request: (values: Values) => Promise<Answer<SignedIn>>
  /** The next page, in place of the server's. */
  home?: string | undefined
}

/** A form that opens a session: checked by the contract on blur and on submit, sent once, its answer shown where it belongs. */
export function useAttemptForm<Values extends FieldValues>({ rules, values, emailOf, request, home }: AttemptFormOptions<Values>) {
  const form = useTypedForm<Values>({
    mode: 'onTouched',
    rules: schemaResolver(rules),
    values,
    onSubmit: (input) => (waiting ? undefined : attempt.send(emailOf(input), () => request(input))),
    onInvalid: () => attempt.refuse(),
  })
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
  return { ...form, attempt, waiting, isPending: attempt.pending || notice?.kind === 'done' }
}
