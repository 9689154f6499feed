import { sameAddress } from '@twofold/contract/email-address'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type ProfileUser, updateProfile, updateProfileBody } from '@twofold/contract/profile'
import { useForm, useWatch } from 'react-hook-form'
import { useRefusal } from '../kits/use-refusal.ts'
import { useAct } from '../kits/use-act.ts'
import { call } from '../lib/call.ts'
import { schemaResolver } from '../lib/schema-resolver.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { profileQuery, profileToastDuration } from './profile.ts'

interface Values {
  name: string
  email: string
  current_password?: string | undefined
}

const valuesOf = ({ name, email }: ProfileUser): Values => ({ name, email, current_password: '' })

/** The form of name and e-mail: follows the profile until the user edits it, and shows the server's complaints beneath their fields. */
export function useProfileForm(profile: ProfileUser, onSaved: () => void) {
  const { t } = useLingui()
  const client = useQueryClient()
  const form = useForm<Values>({
    // Not on blur: a complaint that appears then would move the button away from the pointer.
    mode: 'onSubmit',
    resolver: schemaResolver(updateProfileBody),
    defaultValues: valuesOf(profile),
    values: valuesOf(profile),
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
  const { isDirty } = form.formState
  const putBack = (user: ProfileUser) => form.reset(valuesOf(user), { keepDirtyValues: false, keepErrors: false })
  useUnsavedChanges(isDirty)
  const email = useWatch({ control: form.control, name: 'email' })
  const isOtherAddress = !sameAddress(email, profile.email)

  const save = useAct({
    send: ({ name, email: address, current_password: password }: Values) =>
      call(updateProfile, { body: { name, email: address, ...(isOtherAddress && password ? { current_password: password } : {}) } }),
    failed: false,
    renews: [{ queryKey: profileQuery.queryKey, refetchType: 'none' }],
    duration: profileToastDuration,
    onAnswer({ user }) {
      putBack(user)
      client.setQueryData(profileQuery.queryKey, { user })
      onSaved()
    },
  })
  const refusal = useRefusal(form, save.error)

  const submit = form.handleSubmit((values) => {
    if (save.isPending) return
    if (isOtherAddress && profile.has_password && !values.current_password) {
      const message = t`Please enter your current password to change the e-mail.`
      form.setError('current_password', { type: 'required', message }, { shouldFocus: true })
      return
    }
    save.mutate(values)
  })
  const discard = () => {
    save.reset()
    putBack(profile)
  }
  return { form, save, submit, discard, isOtherAddress, refusal }
}
