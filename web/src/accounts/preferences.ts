import { type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { getPreferences, type Preference, putPreferences } from '@twofold/contract/profile'
import { call } from '../lib/call.ts'
import { chooseLanguage } from '../lib/i18n.ts'
import { toast } from '../ui/toast.ts'
import { profileToastDuration } from './profile.ts'

/** Which of the mails that are not about security one gets. */
export const preferencesQuery = queryOptions({
  queryKey: ['profile', 'preferences'],
  queryFn: ({ signal }) => call(getPreferences, undefined, { signal }),
})

const texts: Record<string, { title: MessageDescriptor; description: MessageDescriptor }> = {
  'user.login': { title: msg`Sign-ins`, description: msg`Each time somebody signs in to your account` },
  'key.created': { title: msg`Key added`, description: msg`When you add a 2FA key` },
  'key.rotated': { title: msg`Secret replaced`, description: msg`When the owner of a key that is shared with you replaces its secret` },
  'key.deleted': { title: msg`Key deleted`, description: msg`When a key of yours, or one that was shared with you, is deleted` },
  'key.shared': { title: msg`Key shared with you`, description: msg`When somebody shares a key with you, or changes what you may do` },
  'key.offered': { title: msg`Key offered`, description: msg`When somebody wants to hand a key over to you` },
  'key.share.revoked': {
    title: msg`Sharing ended`,
    description: msg`When a key is no longer shared with you, or somebody leaves one of yours`,
  },
  'key.share.asked': {
    title: msg`Access asked for again`,
    description: msg`When somebody who lost access to one of your keys asks for it`,
  },
  'take.approval_requested': {
    title: msg`Program asks for a code`,
    description: msg`When a program waits until you approve a code, at most ten times an hour`,
  },
  'digest.weekly': { title: msg`Weekly digest`, description: msg`A summary every Monday` },
  'digest.monthly': { title: msg`Monthly digest`, description: msg`A summary on the 1st` },
}

/** What a mail is called and when it comes, in the reader's language; one that is new to this page as the server words it. */
export function textsOf({ event, title, description }: Preference): { title: MessageDescriptor; description: MessageDescriptor } {
  const known = Object.hasOwn(texts, event) ? texts[event] : undefined
  return known ?? { title: { id: title }, description: { id: description } }
}

/** Switches one mail on or off, at once and on the page first; back again when it could not be saved. */
export function useChoosePreference() {
  const { t } = useLingui()
  const client = useQueryClient()
  const show = (event: string, is_wanted: boolean) =>
    client.setQueryData(
      preferencesQuery.queryKey,
      (answer) => answer && { ...answer, data: answer.data.map((one) => (one.event === event ? { ...one, is_wanted } : one)) },
    )
  return useMutation({
    mutationFn: ({ event, is_wanted }: Pick<Preference, 'event' | 'is_wanted'>) =>
      call(putPreferences, { body: { preferences: { [event]: is_wanted } } }),
    scope: { id: 'preferences' },
    meta: { fallback: t`Your choice could not be saved. Please try again.` },
    onMutate: async ({ event, is_wanted }) => {
      await client.cancelQueries(preferencesQuery)
      show(event, is_wanted)
    },
    onSuccess: ({ message }) => toast.success(message, { duration: profileToastDuration }),
    onError: (_, { event, is_wanted }) => show(event, !is_wanted),
  })
}

/** Chooses the language of one's pages, and mails with them; null: the browser's. The page loads again in it. */
export function useChooseLanguage() {
  const { t } = useLingui()
  return useMutation({
    mutationFn: (page_language: string | null) => call(putPreferences, { body: { page_language } }),
    scope: { id: 'preferences' },
    meta: { fallback: t`Your choice could not be saved. Please try again.` },
    onSuccess: (_, page_language) => chooseLanguage(page_language),
  })
}

/** Chooses the language of one's mails; null: as they were written. */
export function useChooseMailLanguage() {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (language: string | null) => call(putPreferences, { body: { language } }),
    scope: { id: 'preferences' },
    meta: { fallback: t`Your choice could not be saved. Please try again.` },
    onSuccess: ({ message, ...answer }) => {
      client.setQueryData(preferencesQuery.queryKey, answer)
      toast.success(message, { duration: profileToastDuration })
    },
  })
}
