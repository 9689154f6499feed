import { useLingui } from '@lingui/react/macro'
import { changePassword, changePasswordBody } from '@twofold/contract/profile'
import type { CallInput } from '@twofold/contract/endpoint'
import { useSentForm } from '../kits/use-sent-form.ts'
import { call } from '../lib/call.ts'
import { schemaResolver } from '../lib/schema-resolver.ts'
import { useSignOutSoon } from './use-sign-out-soon.ts'

type Values = CallInput<typeof changePassword>['body']

/** The form for another password, or the first one. It ends every session, so this browser signs out a moment later. */
export function useChangePassword({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useLingui()
  const signOutSoon = useSignOutSoon()
  const form = useSentForm({
    mode: 'onTouched',
    rules: schemaResolver(changePasswordBody),
    values: { current_password: hasPassword ? '' : null, new_password: '', new_password_confirmation: '' },
    pointsAbove: true,
    send: (body: Values) => call(changePassword, { body }),
    failed: t`The server cannot be reached. Check your connection and try again.`,
    renews: [],
    duration: 3000,
    onSubmit: (body, send) => !form.answer && send(body),
    leaves: 'nothing',
    onAnswer: ({ requires_reauth: isOver }) => isOver && signOutSoon('password_changed'),
  })
  return form
}
