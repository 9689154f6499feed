import { sameAddress } from '@twofold/contract/email-address'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type ProfileUser, updateProfile, updateProfileBody } from '@twofold/contract/profile'
import { useWatch } from 'react-hook-form'
import { useSentForm } from '../kits/use-sent-form.ts'
import { call } from '../lib/call.ts'
import { schemaResolver } from '../lib/schema-resolver.ts'
import { profileQuery, profileToastDuration } from './profile.ts'

interface Values {
  name: string
  email: string
  current_password?: string | undefined
}

const valuesOf = ({ name, email }: ProfileUser): Values => ({ name, email, current_password: '' })

/** The form of name and e-mail: follows the profile until the user edits it. Not checked on blur: the complaint would move the button away. */
export function useProfileForm(profile: ProfileUser, onSaved: () => void) {
  const { t } = useLingui()
  const client = useQueryClient()
  const isOther = (email: string) => !sameAddress(email, profile.email)
  const form = useSentForm({
    values: valuesOf(profile),
    stored: valuesOf(profile),
    rules: schemaResolver(updateProfileBody),
    pointsAbove: true,
    send: ({ name, email: address, current_password: password }: Values) =>
      call(updateProfile, { body: { name, email: address, ...(isOther(address) && password ? { current_password: password } : {}) } }),
    failed: (reason) => reason,
    renews: [{ queryKey: profileQuery.queryKey, refetchType: 'none' }],
    duration: profileToastDuration,
    onSubmit(values, send) {
      if (!isOther(values.email) || !profile.has_password || values.current_password) return send(values)
      const message = t`Please enter your current password to change the e-mail.`
      form.setError('current_password', { type: 'required', message }, { shouldFocus: true })
    },
    onAnswer({ user }) {
      form.restart(valuesOf(user))
      client.setQueryData(profileQuery.queryKey, { user })
      onSaved()
    },
  })
  const email = useWatch({ control: form.control, name: 'email' })
  return { form, isOtherAddress: isOther(email) }
}
