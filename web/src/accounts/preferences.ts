import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getPreferences, type Preference, putPreferences } from '@twofold/contract/profile'
import { call } from '../lib/call.ts'
import { queryOf } from '../lib/query-of.ts'
import { chooseLanguage } from '../lib/i18n.ts'
import { toast } from '../ui/toast.ts'
import { profileToastDuration } from './profile.ts'

/** Which of the mails that are not about security one gets. */
export const preferencesQuery = queryOf(['profile', 'preferences'], getPreferences)

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
