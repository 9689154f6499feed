import { changePassword, changePasswordBody } from '@twofold/contract/profile'
import type { CallInput } from '@twofold/contract/endpoint'
import { useForm } from 'react-hook-form'
import { useRefusal } from '../kits/use-refusal.ts'
import { useAct } from '../kits/use-act.ts'
import { call } from '../lib/call.ts'
import { schemaResolver } from '../lib/schema-resolver.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { useSignOutSoon } from './use-sign-out-soon.ts'

type Values = CallInput<typeof changePassword>['body']

/** The form for another password, or the first one. It ends every session, so this browser signs out a moment later. */
export function useChangePassword({ hasPassword }: { hasPassword: boolean }) {
  const empty: Values = { current_password: hasPassword ? '' : null, new_password: '', new_password_confirmation: '' }
  const signOutSoon = useSignOutSoon()
  const form = useForm({ mode: 'onTouched', resolver: schemaResolver(changePasswordBody), defaultValues: empty })
  const change = useAct({
    send: (body: Values) => call(changePassword, { body }),
    failed: false,
    renews: [],
    duration: 3000,
    onAnswer(answer) {
      form.reset(empty)
      if (answer.requires_reauth) signOutSoon('password_changed')
    },
  })
  useUnsavedChanges(form.formState.isDirty && !change.isSuccess)
  return {
    form,
    change,
    refusal: useRefusal(form, change.error),
    submit: form.handleSubmit((values) => {
      if (!change.isPending && !change.isSuccess) change.mutate(values)
    }),
  }
}
